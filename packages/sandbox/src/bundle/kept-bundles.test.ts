import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bundlesIn } from './bundles-in.ts'
import { KeptBundles } from './kept-bundles.ts'
import { removeOldBundles } from './leases.ts'

const [OLD, NEW] = ['a'.repeat(24), 'b'.repeat(24)]
let cacheDir: string
let kept: KeptBundles
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'tradeloom-kept-'))
  kept = new KeptBundles(cacheDir)
})
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }))

function built(name: string) {
  const bundles = bundlesIn(join(cacheDir, name), true)
  mkdirSync(bundles.folder)
  for (const path of [bundles.engine, bundles.runner, bundles.seccomp as string]) writeFileSync(path, name)
  return bundles
}

function age(name: string): void {
  const time = new Date(Date.now() - 48 * 3_600_000)
  utimesSync(join(cacheDir, 'kept', name), time, time)
}

it('a kept bundle is still there when the one that was built is removed as an old one', async () => {
  const bundles = built(OLD)
  await Promise.all([kept.keep(bundles), kept.keep(bundles)])
  rmSync(bundles.folder, { recursive: true })
  await removeOldBundles(cacheDir)
  const found = await kept.find(OLD)
  expect(
    found && [found.engine, found.runner, found.seccomp as string].map((path) => readFileSync(path, 'utf8')),
  ).toEqual([OLD, OLD, OLD])
  expect(readdirSync(join(cacheDir, 'kept'))).toEqual([OLD])
})

it('kept bundles that nobody needs are removed, unless they have just been kept', async () => {
  for (const name of [OLD, NEW]) await kept.keep(built(name))
  mkdirSync(join(cacheDir, 'kept', 'half-written'))
  for (const name of [OLD, NEW, 'half-written']) age(name)
  await kept.keep(bundlesIn(join(cacheDir, NEW), true))
  await kept.removeAllBut(new Set([OLD]))
  expect(readdirSync(join(cacheDir, 'kept')).sort()).toEqual([OLD, NEW])
  await kept.removeAllBut(new Set())
  expect([await kept.find(OLD), existsSync(join(cacheDir, 'kept', NEW))]).toEqual([null, true])
})

it("a kept bundle of a backup, which is its owner's alone, can be read by runners", async () => {
  await kept.keep(built(OLD))
  const folders = [join(cacheDir, 'kept'), join(cacheDir, 'kept', OLD)]
  for (const folder of folders) chmodSync(folder, 0o700)
  await kept.find(OLD)
  expect(folders.map((folder) => statSync(folder).mode & 0o777)).toEqual([0o755, 0o755])
})

it('a bundle that was never kept, or only in part, is not found', async () => {
  expect(await kept.find(OLD)).toBeNull()
  await kept.keep(built(OLD))
  rmSync(join(cacheDir, 'kept', OLD, 'runner.js'))
  expect(await kept.find(OLD)).toBeNull()
})
