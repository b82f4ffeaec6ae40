import { configDefaults, defineConfig } from 'vitest/config'
import { generateAdapters } from './tools/generate-adapters.ts'
import { generateDocumentation } from './tools/generate-documentation.ts'
import { generateFieldNotes } from './tools/generate-field-notes.ts'
import { generateLists } from './tools/generate-lists.ts'
import { generateIndicators } from './tools/generate-indicators.ts'
import { LANE } from './tools/lanes/lane.ts'
import { LongTestsFirst } from './tools/long-tests-first.ts'

generateAdapters()
generateLists()
generateIndicators()
generateDocumentation()
generateFieldNotes()

/** Files that replace modules or watch them load, which others of their worker may have loaded already. */
const ISOLATED = '**/*.isolated.test.{ts,tsx}'

/**
 * What all projects share. Files of one worker share their modules, which are loaded and compiled once: no file may leave
 * anything behind that another one would notice.
 */
const SHARED = {
  exclude: [...configDefaults.exclude, ISOLATED, ...(LANE === 'fast' ? ['**/*.full.test.{ts,tsx}'] : [])],
  provide: { lane: LANE },
  isolate: false,
  pool: 'forks' as const,
  // Megabytes. New objects of large pages fill the usual space so often that collecting them takes much of their time.
  execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
}
const ALONE = { ...SHARED, exclude: configDefaults.exclude, isolate: true }
/** Ends what hangs: tests wait for states, however long a busy machine takes to reach them. */
const LIMIT_MS = 300_000
/**
 * Tests on real databases, runners and files. Their polls wait for a state for nearly as long as the test may last, so that
 * the one that waits in vain is named.
 */
const BACK_END = {
  environment: 'node' as const,
  testTimeout: LIMIT_MS,
  hookTimeout: LIMIT_MS,
  expect: { poll: { timeout: LIMIT_MS - 60_000 } },
}
/**
 * Node loads the modules itself, as in the product. With Vite's loader, which files that replace modules need, each use of
 * an import reads a property, which costs tests of the engine a sixth of their time.
 */
const NATIVE = { experimental: { viteModuleRunner: false } }
const WEB = {
  environment: 'jsdom',
  setupFiles: ['apps/web/src/test-setup.ts'],
  testTimeout: LIMIT_MS,
  // The end of a file waits for modules that its pages load, such as the editor, as a test may do.
  hookTimeout: LIMIT_MS,
}

export default defineConfig({
  test: {
    tags: [{ name: 'full', description: 'takes long: runs in the full lane only' }],
    ...(LANE === 'fast' ? { tagsFilter: ['!full'] } : {}),
    projects: [
      {
        test: {
          ...SHARED,
          ...BACK_END,
          ...NATIVE,
          name: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/cli/src/**/*.test.ts',
            'tests/{golden,hostile,upgrades}/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
        },
      },
      { test: { ...ALONE, ...BACK_END, name: 'node alone', include: [`packages/${ISOLATED}`] } },
      {
        test: {
          ...SHARED,
          ...BACK_END,
          ...NATIVE,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'tests/fuzz/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/test-setup.ts'],
        },
      },
      // A document takes half a second to make: the few of these files that need one say so in their first line.
      { test: { ...SHARED, name: 'web', include: ['apps/web/src/**/*.test.ts'] } },
      { test: { ...SHARED, ...WEB, name: 'web pages', include: ['apps/web/src/**/*.test.tsx'] } },
      { test: { ...ALONE, ...WEB, name: 'web alone', include: [`apps/web/src/${ISOLATED}`] } },
    ],
    // One more than the targets have cores: tests wait for databases, runners and files in between.
    maxWorkers: 3,
    sequence: { sequencer: LongTestsFirst },
  },
})
