-- What live documents refer to, turned round: who names a document is found by the name. Triggers keep it, so that Workers of an
-- earlier release keep it as well; a link named twice is one row, and OR IGNORE would not hold in an upsert that fires them. An address names
-- the documents that have it.
CREATE TABLE document_link (
  ns INTEGER NOT NULL,
  link TEXT NOT NULL,
  source TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (ns, link, source, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_uri ON document (ns, uri, source, id) WHERE dead_at IS NULL AND uri <> '';

CREATE TRIGGER document_links_made AFTER INSERT ON document WHEN NEW.links <> '[]'
BEGIN
  INSERT INTO document_link SELECT DISTINCT NEW.ns, value, NEW.source, NEW.id FROM json_each(NEW.links);
END;
CREATE TRIGGER document_links_changed AFTER UPDATE OF links ON document WHEN NEW.links <> OLD.links
BEGIN
  DELETE FROM document_link WHERE ns = OLD.ns AND link IN (SELECT value FROM json_each(OLD.links))
    AND source = OLD.source AND document = OLD.id;
  INSERT INTO document_link SELECT DISTINCT NEW.ns, value, NEW.source, NEW.id FROM json_each(NEW.links);
END;
CREATE TRIGGER document_links_gone AFTER DELETE ON document WHEN OLD.links <> '[]'
BEGIN
  DELETE FROM document_link WHERE ns = OLD.ns AND link IN (SELECT value FROM json_each(OLD.links))
    AND source = OLD.source AND document = OLD.id;
END;

-- A deleted document has no links, and `links` stands before the body: no body is read. What is written meanwhile is there twice at most.
INSERT OR IGNORE INTO document_link SELECT d.ns, l.value, d.source, d.id FROM document d, json_each(d.links) l WHERE d.links <> '[]';
