-- Versions are per namespace and dense; `dead_at` is the version that buried a row, `at` and `*_at` of facts, sessions
-- and sources are milliseconds since 1970. Every list of rows is walked by its key.

CREATE TABLE namespace (
  ns INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  name TEXT NOT NULL,
  number INTEGER NOT NULL,
  epoch TEXT NOT NULL,
  shard INTEGER NOT NULL DEFAULT 0,
  head INTEGER NOT NULL DEFAULT 0,
  head_at INTEGER NOT NULL DEFAULT 0,
  documents INTEGER NOT NULL DEFAULT 0,
  passages INTEGER NOT NULL DEFAULT 0,
  facts INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  passages_max INTEGER,
  bytes_max INTEGER,
  merge_until INTEGER NOT NULL DEFAULT 0,
  collected_through INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  UNIQUE (tenant, name),
  UNIQUE (tenant, number)
) STRICT;

CREATE TABLE commit_log (
  ns INTEGER NOT NULL,
  version INTEGER NOT NULL,
  commit_id TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  kind TEXT NOT NULL,
  answer TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (ns, version),
  UNIQUE (ns, commit_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE source (
  ns INTEGER NOT NULL,
  id TEXT NOT NULL,
  manifest TEXT,
  upstream TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  PRIMARY KEY (ns, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE document (
  ns INTEGER NOT NULL,
  source TEXT NOT NULL,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  uri TEXT NOT NULL,
  kind TEXT NOT NULL,
  tags TEXT NOT NULL,
  author TEXT NOT NULL,
  created_at INTEGER,
  event_at INTEGER,
  horizon_class TEXT,
  links TEXT NOT NULL,
  format TEXT NOT NULL,
  body TEXT,
  bytes INTEGER NOT NULL,
  hash TEXT NOT NULL,
  batch INTEGER NOT NULL,
  first_ordinal INTEGER NOT NULL,
  passages INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  dead_at INTEGER,
  UNIQUE (ns, source, id)
) STRICT;
CREATE INDEX document_live ON document (ns, source, id) WHERE dead_at IS NULL;
CREATE INDEX document_changed ON document (ns, source, changed_at, id);

CREATE TABLE passage (
  ns INTEGER NOT NULL,
  batch INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  source TEXT NOT NULL,
  document TEXT NOT NULL,
  position INTEGER NOT NULL,
  text TEXT,
  body_start INTEGER NOT NULL,
  body_end INTEGER NOT NULL,
  heading TEXT,
  speaker TEXT,
  said_at TEXT,
  hash TEXT,
  tokens INTEGER NOT NULL,
  escaped_tokens INTEGER NOT NULL,
  summary TEXT,
  summary_tokens INTEGER NOT NULL,
  dead_at INTEGER,
  PRIMARY KEY (ns, batch, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX passage_live ON passage (ns, source, document, position) WHERE dead_at IS NULL;

CREATE TABLE segment (
  ns INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  dead_at INTEGER,
  built_at INTEGER NOT NULL,
  named_after INTEGER NOT NULL DEFAULT 0,
  format INTEGER NOT NULL,
  analyser INTEGER NOT NULL,
  passages INTEGER NOT NULL,
  length INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  inputs TEXT,
  PRIMARY KEY (ns, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX segment_live ON segment (ns, seq) WHERE dead_at IS NULL;
CREATE INDEX segment_dead ON segment (ns, dead_at) WHERE dead_at IS NOT NULL;

CREATE TABLE segment_chunk (
  ns INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  n INTEGER NOT NULL,
  bytes TEXT NOT NULL,
  digest TEXT NOT NULL,
  UNIQUE (ns, seq, n)
) STRICT;

CREATE TABLE tombstone (
  ns INTEGER NOT NULL,
  batch INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (ns, version, batch, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE fact (
  ns INTEGER NOT NULL,
  batch INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  fact_id TEXT NOT NULL GENERATED ALWAYS AS ('f' || batch || CASE ordinal WHEN 0 THEN '' ELSE '.' || ordinal END) VIRTUAL,
  entity TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  cardinality TEXT NOT NULL CHECK (cardinality IN ('one', 'many')),
  confidence REAL,
  horizon_class TEXT,
  effective_at INTEGER NOT NULL,
  valid_from INTEGER,
  valid_from_given TEXT,
  valid_to INTEGER,
  valid_to_given TEXT,
  observed_at INTEGER,
  observed_at_given TEXT,
  recorded_at INTEGER NOT NULL,
  reverified_at INTEGER,
  retracted_at INTEGER,
  retraction TEXT,
  supersedes TEXT,
  provenance TEXT,
  tokens INTEGER NOT NULL,
  escaped_tokens INTEGER NOT NULL,
  summary_tokens INTEGER NOT NULL,
  PRIMARY KEY (ns, batch, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX fact_order ON fact (ns, entity, key, effective_at, recorded_at, batch, ordinal);
-- What retires the facts before it, and where a value stands among many: neither is found by walking a slug's history.
CREATE INDEX fact_one ON fact (ns, entity, key, effective_at, recorded_at, batch, ordinal) WHERE cardinality = 'one';
CREATE INDEX fact_value ON fact (ns, entity, key, substr(value, 1, 64), effective_at, recorded_at, batch, ordinal)
  WHERE cardinality = 'many';
CREATE INDEX fact_edge ON fact (ns, supersedes) WHERE supersedes IS NOT NULL;

CREATE TABLE session (
  ns INTEGER NOT NULL,
  id TEXT NOT NULL,
  state TEXT,
  etag TEXT NOT NULL,
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  deleted_at INTEGER,
  PRIMARY KEY (ns, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_expiry ON session (ns, expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE session_version (
  ns INTEGER NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  state TEXT NOT NULL,
  etag TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (ns, id, version)
) STRICT;

CREATE TABLE revocation (
  jti TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  revoked_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX revocation_expiry ON revocation (expires_at);

CREATE TABLE conformance_run (
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  report TEXT
) STRICT;
CREATE INDEX conformance_run_at ON conformance_run (at, id);

-- A precondition is a row inserted here: a false one aborts the whole batch with the name of its rule.
CREATE VIEW guard AS SELECT 1 AS holds, '' AS rule;
CREATE TRIGGER guard_holds INSTEAD OF INSERT ON guard WHEN NEW.holds IS NOT 1
BEGIN
  SELECT RAISE(ABORT, 'guard:' || NEW.rule);
END;
