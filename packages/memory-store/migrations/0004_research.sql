-- Research documents as they were written, and what stands on what. `mark` of a passage: what its source was when the passage was
-- taken. (`made`, `place`): the version that made a document and its place in that commit, the order that lists are walked in.

CREATE TABLE research (
  ns INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('source', 'passage', 'citation', 'notebook')),
  id TEXT NOT NULL,
  document TEXT,
  etag TEXT NOT NULL,
  mark TEXT,
  bytes INTEGER NOT NULL,
  made INTEGER NOT NULL,
  place INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  deleted_at INTEGER,
  PRIMARY KEY (ns, kind, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX research_made ON research (ns, kind, made, place) WHERE deleted_at IS NULL;

CREATE TABLE research_link (
  ns INTEGER NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  to_kind TEXT NOT NULL,
  to_id TEXT NOT NULL,
  PRIMARY KEY (ns, kind, id, to_kind, to_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX research_link_to ON research_link (ns, to_kind, to_id, kind, id);
