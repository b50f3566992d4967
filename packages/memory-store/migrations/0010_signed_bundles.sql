-- A bundle is kept by a commit, whose version and salt it carries; both NULL where it was kept before bundles were signed.
ALTER TABLE context_bundle ADD COLUMN salt TEXT;
ALTER TABLE context_bundle ADD COLUMN version INTEGER;
CREATE INDEX context_bundle_version ON context_bundle (ns, version) WHERE version IS NOT NULL;
