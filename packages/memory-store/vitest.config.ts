import path from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

const migrations = await readD1Migrations(path.join(import.meta.dirname, 'migrations'))

export default defineConfig({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: './test/wrangler.jsonc' },
      miniflare: { bindings: { MIGRATIONS: migrations } },
    }),
  ],
  test: {
    name: 'memory-store',
    include: ['test/**/*.workerd.test.ts'],
    setupFiles: ['./test/migrate.ts'],
    testTimeout: 120_000,
  },
})
