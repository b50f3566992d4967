/** The exact text of each published schema file, by the name it is served under. */
export { SCHEMA_FILES } from './generated/schema-files.js'
