-- What was gathered for a task: a JSON text without bodies, kept for a while; `at` is milliseconds since 1970.
CREATE TABLE context_bundle (
  ns INTEGER NOT NULL,
  id TEXT NOT NULL,
  record TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (ns, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX context_bundle_at ON context_bundle (ns, at);
