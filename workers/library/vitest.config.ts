import path from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

const migrations = await readD1Migrations(
  path.join(import.meta.dirname, '../../packages/memory-store/migrations'),
)

/** Tests of maintenance, with a real D1 and a real KV. */
export default defineConfig({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: './test/wrangler.jsonc' },
      miniflare: { bindings: { MIGRATIONS: migrations } },
    }),
  ],
  test: {
    name: 'library',
    include: ['test/**/*.workerd.test.ts'],
    setupFiles: ['./test/migrate.ts'],
    testTimeout: 300_000,
  },
})
