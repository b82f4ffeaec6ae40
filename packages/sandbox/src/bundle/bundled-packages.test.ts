import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundledPackages } from './bundled-packages.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tradeloom-packages-')))
})
afterEach(() => rmSync(root, { recursive: true }))

function plant(name: string, dependencies: Readonly<Record<string, string>>): void {
  const folder = join(root, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: `@tradeloom/${name}`, dependencies }))
  for (const [dependency, version] of Object.entries(dependencies)) {
    if (!version.startsWith('workspace:')) continue
    const link = join(folder, 'node_modules', dependency)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, dependency.replace('@tradeloom/', '')), link)
  }
}

describe('bundledPackages', () => {
  it('follows workspace dependencies and omits packages of the registry', async () => {
    plant('sandbox', { '@tradeloom/engine': 'workspace:*', '@tradeloom/domain': 'workspace:*', rolldown: '1.0.0' })
    plant('engine', { '@tradeloom/domain': 'workspace:*', '@tradeloom/metrics': 'workspace:*' })
    plant('metrics', { '@tradeloom/domain': 'workspace:*' })
    plant('domain', {})
    plant('database', {})
    const folders = await bundledPackages(join(root, 'sandbox'))
    expect(folders.map((folder) => basename(folder))).toEqual(['domain', 'engine', 'metrics', 'sandbox'])
  })

  it('finds the engine and the indicators as dependencies of the sandbox', async () => {
    const folders = await bundledPackages(join(import.meta.dirname, '..', '..'))
    const names = folders.map((folder) => basename(folder))
    expect(names).toEqual(expect.arrayContaining(['domain', 'engine', 'indicators', 'lookahead', 'sandbox']))
    expect(names).not.toContain('database')
  })
})
