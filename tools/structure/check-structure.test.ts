import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkStructure } from './check-structure.ts'

/** A small workspace with one package or app for each kind of rule. */
const MANIFESTS: Readonly<Record<string, object>> = {
  'packages/domain': { floor: 0, pure: true, browser: true },
  'packages/metrics': { floor: 1, pure: true, browser: true },
  'packages/simulation': { floor: 1, pure: true },
  'packages/script': { floor: 1, pure: true, browser: true },
  'packages/contracts': { floor: 1, browser: true },
  'packages/engine': { floor: 2, pure: true, avoids: ['contracts'] },
  'packages/trading': { floor: 2, pure: true },
  'packages/market-data': { floor: 3 },
  'packages/database': { floor: 3 },
  'packages/bus': { floor: 3 },
  'packages/vault': { floor: 3 },
  'packages/venues': { floor: 4 },
  'packages/testkit': { testOnly: true },
  'packages/venue-lab': { testOnly: true },
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
    ['of a stand-in outside tests', 'packages/bus/src/a.ts', `import '@tradeloom/venue-lab'`, 'venue-lab is for tests'],
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
      'of another feature in the web app',
      'apps/web/src/features/editor/toolbar.tsx',
      `const load = () => import('../backtests/backtest-queries.ts')`,
      'feature editor may not use feature backtests',
    ],
    [
      'of another page',
      'apps/web/src/pages/edit/toolbar.tsx',
      `import { x } from '../settings/settings.tsx'`,
      'page edit may not use page settings',
    ],
    [
      'of a feature in an entity',
      'apps/web/src/entities/runs/run-page.tsx',
      `import type { x } from '../../features/backtests/a.ts'`,
      'entities may not use features',
    ],
    [
      'of a higher entity',
      'apps/web/src/entities/prices/a.ts',
      `import { x } from '../positions/live-positions.ts'`,
      'prices may not use positions',
    ],
    [
      'of an entity of the same line',
      'apps/web/src/entities/user/a.ts',
      `import { x } from '../prices/market-prices.ts'`,
      'user may not use prices',
    ],
    [
      'of a higher room of trading',
      'apps/web/src/features/trading/entry/use-sending.ts',
      `import { x } from '../ticket/use-ticket.ts'`,
      'entry may not use ticket',
    ],
    [
      "of an entity's insides",
      'apps/web/src/features/editor/toolbar.tsx',
      `import { x } from '../../entities/run-settings/models/draft.ts'`,
      'features/editor reaches into the insides of run-settings',
    ],
    [
      'of a page in a feature',
      'apps/web/src/features/editor/a.ts',
      `import '../../pages/edit/edit-page.tsx'`,
      'features may not',
    ],
    ['of a route in the shell', 'apps/web/src/shell/a.ts', `import '../routes/index.tsx'`, 'shell may not'],
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

  it('allows pages to use features, and both to use entities, which use lower ones', () => {
    plant('apps/web/src/shell/a.ts', `import '../pages/edit/edit-page.tsx'\n`)
    plant('apps/web/src/pages/edit/edit-page.tsx', `import '../../features/backtests/new/form.tsx'\n`)
    plant('apps/web/src/features/backtests/new/form.tsx', `import '../../../entities/runs/run-kind.ts'\n`)
    plant('apps/web/src/entities/runs/run-kind.ts', `import '../user/login.ts'\nimport './rows/row.ts'\n`)
    expect(violations()).toEqual([])
  })
})

describe('the opening half of the vault', () => {
  const OPEN = `import { openVault } from '@tradeloom/vault/open'\n`

  it('is allowed in brokers, guardian and tests, and not needed to seal', () => {
    plant('apps/server/src/processes/brokers/main.ts', OPEN)
    plant('apps/server/src/processes/guardian/main.ts', OPEN)
    plant('apps/server/src/trading-core/connections/a.ts', OPEN)
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

describe('the half of the vault that reads the master key', () => {
  const READ = `import { readMasterKey } from '@tradeloom/vault/master'\n`

  it('is allowed where keys are derived, and its types everywhere', () => {
    plant('apps/cli/package.json', JSON.stringify({ name: '@tradeloom/cli', tradeloom: {} }))
    plant('apps/cli/src/keys.ts', READ)
    plant('apps/server/src/processes/keys/main.ts', READ)
    plant('apps/server/src/trading-core/connections/a.ts', READ)
    plant('apps/server/src/platform/secrets/a.ts', READ.replace('import', 'import type'))
    expect(violations()).toEqual([])
  })

  it.each(['platform/secrets/a.ts', 'features/connections/add.ts', 'compose.ts'])('is reported in %s', (file) => {
    plant(`apps/server/src/${file}`, READ)
    expect(violations()).toEqual(['the server does not read the master key: its process keys does'])
  })
})

describe('the parts that trade live', () => {
  it('may use what they need', () => {
    const plants: Readonly<Record<string, string>> = {
      'packages/venues/src/wire/a.ts': `import { x } from '@tradeloom/domain'\nimport type { y } from '@tradeloom/trading'`,
      'packages/venues/src/adapters/paper/a.ts': `import { PaperBook } from '@tradeloom/engine'`,
      'packages/venues/src/adapters/simulated/a.ts': `import { x } from '@tradeloom/simulation'\nimport { y } from './b.ts'`,
      'packages/venues/src/adapters/simulated/b.ts': `import { x } from '../../wire/a.ts'`,
      'packages/venues/src/a.test.ts': `import { x } from '@tradeloom/market-data'\nimport './adapters/paper/a.ts'`,
      'packages/venues/src/adapters/binance/lab.ts': `import { startBinanceLab } from '@tradeloom/venue-lab'`,
      'apps/server/src/processes/ingest/main.ts': `import { x } from '../../platform/leases/lease.ts'
import { y } from '../../platform/health/health.ts'
import { z } from '@tradeloom/database'
import './loop.ts'`,
      'apps/server/src/processes/guardian/main.ts': `import { x } from '@tradeloom/venues'
import { openVault } from '@tradeloom/vault/open'
import { y } from '@tradeloom/market-data/ticks'
import { z } from '../../platform/leases/lease.ts'
import { serve } from '../../platform/processes/run-service.ts'
import { unsealAccount } from '../../trading-core/connections/unseal-account.ts'
import { joinDatabase } from '@tradeloom/database'
import { setTimeout } from 'node:timers/promises'`,
    }
    for (const [file, text] of Object.entries(plants)) plant(file, `${text}\n`)
    expect(violations()).toEqual([])
  })

  it.each([
    ['venues', 'the database', 'wire/a.ts', `import { x } from '@tradeloom/database'`, 'may not use database'],
    ['venues', 'the bus, lazily', 'a.ts', `await import('@tradeloom/bus')`, 'may not use bus'],
    ['venues', 'market data', 'a.ts', `export { x } from '@tradeloom/market-data/ticks'`, 'may not use market-data'],
    ['venues', 'market data by its path', 'a.ts', `import '../../market-data/src/a.ts'`, 'may not use market-data'],
    ['venues', 'the engine', 'ports/a.ts', `import type { x } from '@tradeloom/engine'`, 'may not use engine'],
    [
      'venues',
      'an adapter',
      'wire/a.ts',
      `import { x } from '../adapters/paper/a.ts'`,
      'find adapters by their folder',
    ],
    ['an adapter', 'the engine', 'adapters/oanda/a.ts', `import { x } from '@tradeloom/engine'`, 'may not use engine'],
    [
      'an adapter',
      'simulated prices',
      'adapters/paper/a.ts',
      `import { x } from '@tradeloom/simulation'`,
      'simulation',
    ],
    ['an adapter', 'another one', 'adapters/oanda/a.ts', `import '../simulated/a.ts'`, 'may not use adapter simulated'],
  ])('of venues: %s may not use %s', (_who, _whom, file, text, why) => {
    plant(`packages/venues/src/${file}`, `${text}\n`)
    expect(violations()).toEqual([expect.stringContaining(why)])
  })

  it.each([
    ['ingest', 'http', `import { x } from '../../platform/http/a.ts'`, 'process ingest may not use platform/http/a.ts'],
    ['ingest', 'jobs', `import type { x } from '../../platform/jobs/a.ts'`, 'may not use platform/jobs/a.ts'],
    ['ingest', 'the composition', `import { x } from '../../compose.ts'`, 'may not use compose.ts'],
    ['ingest', 'the platform', `import { x } from '../../platform/platform.ts'`, 'may not use platform/platform.ts'],
    [
      'paper',
      'keys',
      `import { x } from '../../trading-core/connections/a.ts'`,
      'may not use trading-core/connections/a.ts',
    ],
    ['guardian', 'the engine', `import { x } from '@tradeloom/engine'`, 'the guardian may not use @tradeloom/engine'],
    ['guardian', 'all market data', `import { x } from '@tradeloom/market-data'`, 'may not use @tradeloom/market-data'],
    ['guardian', 'a package of others', `import pino from 'pino'`, 'the guardian may not use pino'],
    [
      'guardian',
      'the sender of orders',
      `import { x } from '../../trading-core/intents/a.ts'`,
      'the guardian may not use',
    ],
  ])('of processes: %s may not use %s', (name, _whom, text, why) => {
    plant(`apps/server/src/processes/${name}/main.ts`, `${text}\n`)
    expect(violations()).toEqual([expect.stringContaining(why)])
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
