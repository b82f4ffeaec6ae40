import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { leaseBundle, removeOldBundles } from './leases.ts'

const HOUR = 3_600_000
let cacheDir: string

beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'tradeloom-leases-'))
})
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }))

const nameOf = (digit: number): string => String(digit).repeat(24)

function age(path: string, hours: number): void {
  const time = new Date(Date.now() - hours * HOUR)
  utimesSync(path, time, time)
}

/** A bundle whose age in days is the digit. */
function bundle(digit: number): string {
  const folder = join(cacheDir, nameOf(digit))
  mkdirSync(folder)
  writeFileSync(join(folder, 'runner.js'), '')
  age(folder, digit * 24)
  return folder
}

function user(folder: string, name: string, hours = 0): void {
  mkdirSync(join(folder, 'users'), { recursive: true })
  writeFileSync(join(folder, 'users', name), '')
  age(join(folder, 'users', name), hours)
  age(folder, Number(folder.at(-1)) * 24)
}

it('keeps the newest bundles, those in use, and unrelated files', async () => {
  const folders = [1, 2, 3, 4, 5, 6, 7].map((digit) => bundle(digit))
  const [, , , fourth = '', fifth = '', sixth = '', seventh = ''] = folders
  const lease = await leaseBundle(fourth)
  age(fourth, 96)
  user(fifth, '1-0@another machine', 1)
  user(sixth, '1-0@another machine', 30)
  // No process has this id: it exceeds what Linux assigns.
  user(seventh, `4194305-0@${hostname()}`)
  mkdirSync(join(cacheDir, 'building-old'))
  age(join(cacheDir, 'building-old'), 2)
  mkdirSync(join(cacheDir, 'building-now'))
  mkdirSync(join(cacheDir, 'something else'))
  age(join(cacheDir, 'something else'), 1000)
  await removeOldBundles(cacheDir)
  const kept = [1, 2, 3, 4, 5].map((digit) => nameOf(digit))
  expect(readdirSync(cacheDir).sort()).toEqual([...kept, 'building-now', 'something else'].sort())
  await lease.end()
  await removeOldBundles(cacheDir)
  expect(existsSync(fourth)).toBe(false)
})

it('rejects a lease on a bundle that no longer exists', async () => {
  await expect(leaseBundle(join(cacheDir, nameOf(1)))).rejects.toThrow('ENOENT')
})
