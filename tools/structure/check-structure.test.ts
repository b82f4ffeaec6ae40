import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkStructure } from './check-structure.ts'

/** A small workspace with one package or app for each kind of rule. */
const MANIFESTS: Readonly<Record<string, object>> = {
  'packages/domain': { floor: 0, pure: true, browser: true },
  'packages/metrics': { floor: 1, pure: true, browser: true },
  'packages/script': { floor: 1, pure: true, browser: true },
  'packages/contracts': { floor: 1, browser: true },
  'packages/engine': { floor: 2, pure: true, avoids: ['contracts'] },
  'packages/database': { floor: 3 },
  'packages/bus': { floor: 3 },
  'packages/vault': { floor: 3 },
  'packages/venues': { floor: 4 },
  'packages/testkit': { testOnly: true },
  'apps/server': {},
  'apps/web': {},
}

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tradeloom-structure-'))
  for (const [folder, tradeloom] of Object.entries(MANIFESTS))
    plant(`${folder}/package.json`, JSON.stringify({ name: folder.replace(/^\w+/, '@tradeloom'), tradeloom }))
})
afterEach(() => rmSync(root, { recursive: true }))

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

function violations(allowed = new Map<string, string>()): readonly string[] {
  return checkStructure(root, allowed).violations.map(({ why }) => why)
}

describe('checkStructure', () => {
  it('allows imports that go down', () => {
    plant('packages/engine/src/a.ts', `import { x } from '@tradeloom/domain'\n`)
    plant('apps/server/src/b.ts', `import { x } from '@tradeloom/engine'\n`)
    plant('apps/server/src/features/b/b.test.ts', `import { x } from '@tradeloom/testkit'\n`)
    expect(checkStructure(root, new Map())).toEqual({ violations: [], files: 3 })
  })

  it.each([
    ['upward', 'packages/domain/src/a.ts', `import { x } from '@tradeloom/engine'`, 'domain (floor 0) may not use'],
    ['sideways', 'packages/metrics/src/a.ts', `import type { x } from '@tradeloom/script'`, 'metrics (floor 1) may'],
    [
      'sideways, re-exported',
      'packages/metrics/src/a.ts',
      `export { x } from '@tradeloom/script'`,
      'metrics (floor 1)',
    ],
    [
      'sideways, lazy',
      'packages/bus/src/a.ts',
      `const x = await import('@tradeloom/database')`,
      'bus (floor 3) may not',
    ],
    [
      'on several lines',
      'packages/metrics/src/a.ts',
      `import {\n  x,\n  y,\n} from '@tradeloom/engine'`,
      'metrics (floor 1)',
    ],
    [
      'from engine to contracts',
      'packages/engine/src/a.ts',
      `import { x } from '@tradeloom/contracts'`,
      'must not know',
    ],
    ['of an app', 'packages/bus/src/a.ts', `import { x } from '@tradeloom/server'`, 'nothing imports apps/server'],
    ['of the testkit outside tests', 'packages/bus/src/a.ts', `import { x } from '@tradeloom/testkit'`, 'is for tests'],
    ['of a package that does not exist', 'packages/bus/src/a.ts', `import '@tradeloom/nothing'`, 'no package nothing'],
    [
      'of Node in a pure package',
      'packages/engine/src/a.ts',
      `import { readFileSync } from 'node:fs'`,
      'engine is pure',
    ],
    [
      'of the engine in the browser',
      'apps/web/src/a.ts',
      `import { x } from '@tradeloom/engine'`,
      'not for the browser',
    ],
    [
      'of a feature in the platform',
      'apps/server/src/platform/http/a.ts',
      `import type { x } from '../../features/users/users.service.ts'`,
      'the platform knows no feature',
    ],
    [
      'of a venue in the platform',
      'apps/server/src/platform/a.ts',
      `import type { x } from '@tradeloom/venues'`,
      'the platform knows no venue',
    ],
    [
      'of a process in the platform',
      'apps/server/src/platform/a.ts',
      `import { x } from '../processes/luck/luck.process.ts'`,
      'the platform knows no process',
    ],
    [
      'of a process in a feature',
      'apps/server/src/features/users/a.ts',
      `import type { x } from '../../processes/luck/luck.process.ts'`,
      'features may not use processes',
    ],
    [
      'of a feature in a process',
      'apps/server/src/processes/luck/main.ts',
      `const x = await import('../../features/users/a.ts')`,
      'process luck may not use features',
    ],
    [
      'of another process in a process',
      'apps/server/src/processes/luck/main.ts',
      `export { x } from '../analysis/a.ts'`,
      'process luck may not use process analysis',
    ],
    [
      'of a higher room in the engine',
      'packages/engine/src/record/a.ts',
      `import type { x } from '../account/account.ts'`,
      'record may not use account',
    ],
    [
      'of a room in what all rooms of the engine use',
      'packages/engine/src/errors.ts',
      `import { x } from './script/script-api.ts'`,
      'errors.ts may not use script',
    ],
    [
      'of a fast loop in the kernel',
      'packages/engine/src/kernel.ts',
      `import { x } from './loops/fast/skip-quiet.ts'`,
      'kernel.ts may not use loops',
    ],
    [
      'of a fast loop past its door',
      'packages/engine/src/loops/a.ts',
      `import { x } from './fast/quiet-rows.ts'`,
      'fast loops are entered through skipQuiet',
    ],
    [
      'of the engine in a port',
      'packages/engine/src/ports/venue.ts',
      `import type { x } from '../run-spec.ts'`,
      'ports know the domain only',
    ],
    [
      "of another feature's repository",
      'apps/server/src/features/backtests/a.ts',
      `import { x } from '../algorithms/algorithms.repository.ts'`,
      'feature backtests reaches into the repository of algorithms',
    ],
    [
      "of another feature's insides",
      'apps/web/src/features/editor/toolbar.tsx',
      `import { x } from '../backtests/new/draft.ts'`,
      'feature editor reaches into the insides of backtests',
    ],
    [
      'of a page in a feature',
      'apps/web/src/features/editor/a.ts',
      `import '../../routes/index.tsx'`,
      'features may not',
    ],
    [
      'of a feature in a chart',
      'apps/web/src/charts/a.ts',
      `import { x } from '../features/auth/a.ts'`,
      'charts may not',
    ],
  ])('reports an import %s', (_name, file, text, why) => {
    plant(file, `${text}\n`)
    expect(violations()).toEqual([expect.stringContaining(why)])
  })

  it('reports a package without a floor', () => {
    plant('packages/catalog/package.json', JSON.stringify({ name: '@tradeloom/catalog' }))
    expect(violations()).toEqual(['names no floor: "tradeloom": { "floor": 1 }'])
  })

  it("allows a feature to import files directly in another feature's folder", () => {
    plant('apps/web/src/features/editor/toolbar.tsx', `import { x } from '../backtests/backtest-queries.ts'\n`)
    expect(violations()).toEqual([])
  })
})

describe('the opening half of the vault', () => {
  const OPEN = `import { openVault } from '@tradeloom/vault/open'\n`

  it('is allowed in brokers, guardian and tests, and not needed to seal', () => {
    plant('apps/server/src/processes/brokers/main.ts', OPEN)
    plant('apps/server/src/processes/guardian/main.ts', OPEN)
    plant('apps/server/src/features/connections/add.ts', `import { sealBox } from '@tradeloom/vault'\n`)
    plant('apps/server/src/features/connections/add.test.ts', OPEN)
    expect(violations()).toEqual([])
  })

  it.each([
    ['a feature', 'apps/server/src/features/connections/add.ts', OPEN],
    ['another process', 'apps/server/src/processes/ingest/main.ts', OPEN],
    ['a process of a similar name', 'apps/server/src/processes/brokers-log/main.ts', OPEN],
    ['the platform, lazily', 'apps/server/src/platform/start.ts', `await import('@tradeloom/vault/open')\n`],
    ['the terminal', 'apps/cli/src/keys.ts', OPEN],
    ['a file by its path', 'apps/server/src/a.ts', `export * from '../../../packages/vault/src/open-vault.ts'\n`],
  ])('is reported in %s', (_name, file, text) => {
    plant('apps/cli/package.json', JSON.stringify({ name: '@tradeloom/cli', tradeloom: {} }))
    plant(file, text)
    expect(violations()).toEqual(['only brokers and guardian open the vault'])
  })
})

describe('tests of the server', () => {
  it('are allowed beside a feature, a part of the platform and a process', () => {
    for (const folder of ['features/charts', 'platform', 'platform/http', 'processes/luck', 'start'])
      plant(`apps/server/src/${folder}/a.test.ts`, '')
    plant('apps/server/src/testing/server.fixture.ts', '')
    plant('apps/cli/package.json', JSON.stringify({ name: '@tradeloom/cli', tradeloom: {} }))
    plant('apps/cli/src/a.test.ts', '')
    expect(violations()).toEqual([])
  })

  it.each(['a.test.ts', 'a.full.test.ts', 'a.fixture.ts'])('are reported at the root of the server: %s', (file) => {
    plant(`apps/server/src/${file}`, '')
    expect(violations()).toEqual(['server tests stand beside their feature'])
  })
})

describe('circles of files', () => {
  const CIRCLE = 'packages/engine/src/a.ts packages/engine/src/b.ts packages/engine/src/c.ts'

  function plantCircle(last: string): void {
    plant('packages/engine/src/a.ts', `import { b } from './b.ts'\n`)
    plant('packages/engine/src/b.ts', `import { c } from './c.ts'\n`)
    plant('packages/engine/src/c.ts', `${last}\n`)
  }

  it('are reported even if they are listed', () => {
    plantCircle(`import { a } from './a.ts'`)
    const why = 'these files import each other in a circle'
    expect(violations()).toEqual([why])
    expect(violations(new Map([[CIRCLE, 'a reason']]))[0]).toBe(why)
  })

  it('of types are reported unless they are listed', () => {
    plantCircle(`import type { a } from './a.ts'`)
    expect(violations()).toEqual(['these files import types from each other, which is not listed'])
    expect(violations(new Map([[CIRCLE, 'a reason']]))).toEqual([])
  })

  it('must be removed from the list when they are gone', () => {
    plantCircle(`export const c = 1`)
    expect(violations(new Map([[CIRCLE, 'a reason']]))).toEqual(['is listed as a circle of types but no longer is one'])
  })
})
