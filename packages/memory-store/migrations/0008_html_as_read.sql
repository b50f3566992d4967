-- HTML is indexed as a reader sees it: what was indexed by its markup is built anew.
UPDATE namespace SET rebuild_through = head
  WHERE EXISTS (SELECT 1 FROM document d WHERE d.ns = namespace.ns AND d.format = 'html' AND d.dead_at IS NULL);
