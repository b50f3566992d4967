-- A sealed segment lies in KV under `prefix`/0, /1, … below `keys`; `digest` is the SHA-256 of chunk 0, which names those of the others.
ALTER TABLE segment ADD COLUMN prefix TEXT;
ALTER TABLE segment ADD COLUMN digest TEXT;
ALTER TABLE segment ADD COLUMN keys INTEGER;

-- Segments up to this one are to be built anew from passages and facts.
ALTER TABLE namespace ADD COLUMN rebuild_through INTEGER NOT NULL DEFAULT 0;

-- Keys in KV that no segment names: being written, waiting to be named, or no longer needed. `at` is when it was last worked on, ms;
-- `named_after` is null until all is written; `parts_of` is the rebuild whose parts are merged.
CREATE TABLE upload (
  ns INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('merge', 'rebuild', 'garbage')),
  built_at INTEGER NOT NULL,
  inputs TEXT NOT NULL,
  parts_of TEXT,
  keys INTEGER NOT NULL,
  progress TEXT,
  named_after INTEGER,
  PRIMARY KEY (ns, prefix)
) STRICT, WITHOUT ROWID;
CREATE INDEX upload_working ON upload (ns, prefix) WHERE kind <> 'garbage';
CREATE INDEX upload_garbage ON upload (ns, at) WHERE kind = 'garbage';
