import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const bundled = await build({
  entryPoints: [path.join(import.meta.dirname, 'index.ts')],
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  outdir: 'out',
  write: false,
})
const entry = bundled.outputFiles.find((file) => file.path.endsWith('index.js'))!

test('without the validators it is under 8 KB, minified and compressed', () => {
  expect(gzipSync(entry.contents).byteLength).toBeLessThan(8 * 1024)
})

test('it loads the validators and the verifier of receipts, and nothing else, when they are first wanted', () => {
  expect(new Set(entry.text.match(/\bimport\("[^"]+"\)/g)).size).toBe(2)
  expect(entry.text).not.toMatch(/(?<!\/)\bimport\s*["{*]|\brequire\(/)
  expect(entry.text).not.toContain('crc-s1-')
})

test('it makes no code from text and names nothing of Node', () => {
  expect(entry.text).not.toMatch(/\bnew Function\b|(?<![\w.$])eval\(|node:|\bprocess\.|\bBuffer\b/)
})
