import { configDefaults, defineConfig } from 'vitest/config'
import { generateIndicators } from './tools/generate-indicators.ts'
import { LANE } from './tools/lanes/lane.ts'
import { LongTestsFirst } from './tools/long-tests-first.ts'

generateIndicators()

/** What every project leaves out and knows, depending on the lane. */
const LANES = {
  exclude: [...configDefaults.exclude, ...(LANE === 'fast' ? ['**/*.full.test.{ts,tsx}'] : [])],
  provide: { lane: LANE },
}

export default defineConfig({
  test: {
    tags: [{ name: 'full', description: 'takes long: runs in the full lane only' }],
    ...(LANE === 'fast' ? { tagsFilter: ['!full'] } : {}),
    projects: [
      {
        test: {
          ...LANES,
          name: 'node',
          environment: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/cli/src/**/*.test.ts',
            'tests/{golden,hostile}/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          pool: 'forks',
        },
      },
      {
        test: {
          ...LANES,
          name: 'server',
          environment: 'node',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/test-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          pool: 'forks',
        },
      },
      {
        test: {
          ...LANES,
          name: 'web',
          environment: 'jsdom',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['apps/web/src/test-setup.ts'],
          testTimeout: 30_000,
        },
      },
    ],
    maxWorkers: 2,
    sequence: { sequencer: LongTestsFirst },
  },
})
