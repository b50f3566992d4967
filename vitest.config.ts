import { defineConfig } from 'vitest/config'

/** Tests that run in Node, the bundle tests among them; `packages/memory-store` and `workers/library` bring projects of their own, inside workerd. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['{packages,workers,bench,scripts,fixtures}/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            '**/*.workerd.test.ts',
            '**/*.bundle.test.ts',
            '**/*.package.test.ts',
          ],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'bundle',
          include: ['{packages,workers,bench}/**/*.bundle.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      'packages/memory-store',
      'workers/library',
      {
        test: {
          name: 'packages',
          include: ['{packages,scripts,fixtures}/**/*.package.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: 'scripts/release/packed.setup.ts',
          // One worker and no groupOrder: vitest runs such files after all others, projects by name; these install and start what the others are about.
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
