-- What was asked to be erased. `target` says what, until it is done; `version`: segments up to this one may still hold bytes of it,
-- null while rows do. `removed` counts what left the rows.

CREATE TABLE erasure (
  ns INTEGER NOT NULL,
  id TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('document', 'source', 'entity', 'namespace')),
  target TEXT,
  version INTEGER,
  removed TEXT NOT NULL,
  receipt TEXT,
  requested_at INTEGER NOT NULL,
  finished_at INTEGER,
  PRIMARY KEY (ns, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX erasure_running ON erasure (ns, requested_at) WHERE finished_at IS NULL;
