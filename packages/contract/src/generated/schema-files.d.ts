export const SCHEMA_FILES: Readonly<
  Record<'crc-v1.schema.json' | 'hux-citation.schema.json' | 'common.schema.json' | 'context-routing.schema.json', string>
>
