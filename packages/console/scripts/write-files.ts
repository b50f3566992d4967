import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What vite built becomes one module that a Worker can import: each file by the path it is served at. */
const dist = path.join(import.meta.dirname, '../dist')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

rmSync(path.join(dist, 'files.js'), { force: true })
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)))
  .sort()
const served = files.map((file) => {
  const type = TYPES[path.extname(file)]
  if (type === undefined) throw new Error(`${file} is of a kind that is not served`)
  return [`/${file.split(path.sep).join('/')}`, { type, text: readFileSync(path.join(dist, file), 'utf8') }]
})
writeFileSync(
  path.join(dist, 'files.js'),
  `export const CONSOLE_FILES = ${JSON.stringify(Object.fromEntries(served))}\n`,
)
