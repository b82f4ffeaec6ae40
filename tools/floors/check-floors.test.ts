import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkFloors } from './check-floors.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'floors-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

describe('checkFloors', () => {
  it('lets imports go down', () => {
    plant('packages/engine/src/a.ts', `import { x } from '@tradeloom/domain'\n`)
    plant('apps/server/src/b.ts', `import { x } from '@tradeloom/engine'\n`)
    expect(checkFloors(root)).toEqual({ violations: [], files: 2 })
  })

  it.each([
    ['upwards', 'packages/domain/src/a.ts', `import { x } from '@tradeloom/engine'`],
    ['sideways', 'packages/metrics/src/a.ts', `import type { x } from '@tradeloom/indicators'`],
    ['by re-export', 'packages/metrics/src/a.ts', `export { x } from '@tradeloom/script'`],
    ['lazily', 'packages/bus/src/a.ts', `const x = await import('@tradeloom/database')`],
    ['over several lines', 'packages/metrics/src/a.ts', `import {\n  x,\n  y,\n} from '@tradeloom/engine'`],
    ['from engine to contracts', 'packages/engine/src/a.ts', `import { x } from '@tradeloom/contracts'`],
    ['to an app', 'packages/bus/src/a.ts', `import { x } from '@tradeloom/server'`],
    ['to the testkit outside tests', 'packages/bus/src/a.ts', `import { x } from '@tradeloom/testkit'`],
    ['from a pure package to Node', 'packages/engine/src/a.ts', `import { readFileSync } from 'node:fs'`],
    ['from the browser to the engine', 'apps/web/src/a.ts', `import { x } from '@tradeloom/engine'`],
    [
      'from a feature to the repository of another',
      'apps/server/src/features/backtests/a.ts',
      `import { x } from '../algorithms/algorithms.repository.ts'`,
    ],
    ['from a feature up to a route', 'apps/web/src/features/log/a.ts', `import { x } from '../../routes/about.tsx'`],
    ['from a chart up to a feature', 'apps/web/src/charts/a.ts', `import { x } from '../features/log/panel.tsx'`],
  ])('finds an import that goes %s', (_name, file, text) => {
    plant(file, `${text}\n`)
    expect(checkFloors(root).violations).toHaveLength(1)
  })
})
