const FORMATS = {
  markdown: ['md', 'markdown', 'mdx'],
  plain: ['txt', 'text', 'rst', 'log', 'csv', 'org', 'tex'],
  html: ['html', 'htm'],
  code: [
    'ts',
    'tsx',
    'js',
    'jsx',
    'mjs',
    'py',
    'go',
    'rs',
    'java',
    'kt',
    'c',
    'h',
    'cpp',
    'cs',
    'rb',
    'php',
    'swift',
    'sql',
    'sh',
    'css',
    'json',
    'yaml',
    'yml',
    'toml',
  ],
} as const
type Format = keyof typeof FORMATS

/** What the browser's file dialog offers. */
export const TEXT_KINDS = Object.values(FORMATS)
  .flat()
  .map((extension) => `.${extension}`)
  .join(',')

/** The format of a document by the name of its file; null for what is no text. */
export function formatOf(name: string): Format | null {
  const extension = name.split('.').at(-1)!.toLowerCase()
  const found = Object.entries(FORMATS).find(([, list]) => (list as readonly string[]).includes(extension))
  return (found?.[0] as Format | undefined) ?? null
}
