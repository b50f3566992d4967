-- A receipt is kept as it was signed. It names things by commitments that only the salt beside the thing opens: whoever erases a
-- thing sets its salt to NULL. The log's leaves are a namespace's receipts by version; its hashes lie in tiles of 256.

CREATE TABLE receipt (
  ns INTEGER NOT NULL,
  version INTEGER NOT NULL,
  id TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (ns, version),
  UNIQUE (ns, id)
) STRICT, WITHOUT ROWID;

ALTER TABLE document ADD COLUMN salt TEXT;
ALTER TABLE fact ADD COLUMN salt TEXT;
ALTER TABLE session ADD COLUMN salt TEXT;
ALTER TABLE research ADD COLUMN salt TEXT;
CREATE INDEX research_changed ON research (ns, changed_at) WHERE salt IS NOT NULL;
-- the version that wrote or deleted it
ALTER TABLE session ADD COLUMN batch INTEGER;
CREATE INDEX session_batch ON session (ns, batch) WHERE batch IS NOT NULL;

-- How many receipts the log has taken in, and the version of the last.
CREATE TABLE receipt_log (
  ns INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT;

-- Slot s of tile t on level l is the hash of the whole subtree of 256^l leaves number 256 t + s, in 64 hexadecimal digits.
CREATE TABLE receipt_tile (
  ns INTEGER NOT NULL,
  level INTEGER NOT NULL,
  place INTEGER NOT NULL,
  hashes TEXT NOT NULL,
  first_version INTEGER,
  UNIQUE (ns, level, place)
) STRICT;
CREATE INDEX receipt_tile_version ON receipt_tile (ns, first_version, place) WHERE first_version IS NOT NULL;

CREATE TABLE receipt_checkpoint (
  ns INTEGER NOT NULL,
  size INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (ns, size)
) STRICT, WITHOUT ROWID;
