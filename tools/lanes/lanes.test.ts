import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changedFiles } from './changed-files.ts'
import { FOLDERS_OF_FULL_LANE, laneOfChange } from './lane-of-change.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('laneOfChange', () => {
  it.each([
    ...['engine', 'sandbox', 'script', 'market-data', 'database', 'trading', 'venues', 'venue-lab'].map(
      (name) => `packages/${name}/src`,
    ),
    'apps/server/src/trading-core/intents',
    'apps/server/src/platform/leases',
    ...['brokers', 'guardian', 'ingest', 'paper', 'sessions'].map((name) => `apps/server/src/processes/${name}`),
  ])('runs everything after a change in %s', (folder) => {
    expect(laneOfChange(['README.md', `${folder}/a.ts`])).toBe('full')
  })

  it('knows only folders that exist', () => {
    expect(FOLDERS_OF_FULL_LANE.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('runs the fast lane after other changes', () => {
    expect(laneOfChange(['apps/web/src/main.tsx', 'docs/engine.md', 'packages/engineering/a.ts'])).toBe('fast')
  })

  it('runs everything when it is unknown what changed', () => {
    expect(laneOfChange(null)).toBe('full')
  })
})

describe('changedFiles', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tradeloom-lanes-'))
    git('init', '--quiet', '--initial-branch=main')
    commit('packages/engine/a.ts')
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function git(...args: string[]): string {
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com']
    return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' }).trim()
  }

  function commit(file: string): string {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), file)
    git('add', '-A')
    git('commit', '--quiet', '--message', `add ${file}`)
    return git('rev-parse', 'HEAD')
  }

  it('lists the changes of the last commit', () => {
    commit('docs/a.md')
    expect(changedFiles(root, undefined)).toEqual(['docs/a.md'])
  })

  it('lists the changes of all commits of a push if the base is known', () => {
    const base = git('rev-parse', 'HEAD')
    commit('packages/script/a.ts')
    commit('docs/a.md')
    expect(changedFiles(root, base)).toEqual(['docs/a.md', 'packages/script/a.ts'])
  })

  it('lists all changes of a merge', () => {
    git('checkout', '--quiet', '-b', 'feature')
    commit('packages/script/a.ts')
    commit('docs/a.md')
    git('checkout', '--quiet', 'main')
    commit('README.md')
    git('merge', '--quiet', '--no-ff', '--no-edit', 'feature')
    expect(changedFiles(root, undefined)).toEqual(['docs/a.md', 'packages/script/a.ts'])
  })

  it('returns null without history, and for an unknown base', () => {
    expect(changedFiles(root, undefined)).toBeNull()
    expect(changedFiles(root, 'f'.repeat(40))).toBeNull()
  })

  it('treats the zeros of a new branch as no base', () => {
    commit('docs/a.md')
    expect(changedFiles(root, '0'.repeat(40))).toEqual(['docs/a.md'])
  })
})
