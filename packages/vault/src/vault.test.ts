import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brokersKey, createMasterKey, fingerprintOf, readMasterKey } from './master-key.ts'
import { openVault, type Vault } from './open-vault.ts'
import { sealBox } from './seal-box.ts'

const PLACE = { table: 'exchange_keys', row: '01a1fcbd', column: 'secret' }
const SECRET = 'planted-exchange-secret-7f3a'

let dir = ''
let path = ''
let vault: Vault
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-vault-'))
  path = join(dir, 'keys', 'master')
  createMasterKey(path)
  vault = await vaultOf(path)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const keyOf = (file: string) => brokersKey(readMasterKey(file) as Buffer)
const vaultOf = (file: string) => openVault(keyOf(file))
const seal = (text = SECRET, place = PLACE) => sealBox(vault.publicKey, new TextEncoder().encode(text), place)
const read = (box: Uint8Array, place = PLACE, by = vault) =>
  by.open(box, place, (secret) => Buffer.from(secret).toString())

describe('a sealed box', () => {
  it.each(['', SECRET, '€'.repeat(10_000)])('opens to the secret with the private key', async (text) => {
    expect(await read(await seal(text))).toBe(text)
    // Also in a process that reads the key again.
    expect(await read(await seal(text), PLACE, await vaultOf(path))).toBe(text)
  })

  it('differs each time, and does not contain the secret', async () => {
    const [one, other] = [await seal(), await seal()]
    expect(one.equals(other)).toBe(false)
    expect(one.includes(SECRET)).toBe(false)
  })

  it('is refused as sealed for another key by the vault of another key', async () => {
    createMasterKey(join(dir, 'other', 'master'))
    const other = await vaultOf(join(dir, 'other', 'master'))
    await expect(read(await seal(), PLACE, other)).rejects.toMatchObject({
      code: 'wrong-key',
      message: 'The secret in exchange_keys.secret of 01a1fcbd was sealed for another key of the vault',
    })
  })

  it('is refused when any one of its bytes is changed or it is cut', async () => {
    const box = await seal()
    for (let index = 0; index < box.length; index++) {
      const changed = Buffer.from(box)
      changed[index] = (changed[index] as number) ^ 1
      const code = index >= 1 && index < 9 ? 'wrong-key' : 'damaged-box'
      await expect(read(changed)).rejects.toMatchObject({ code })
    }
    for (const length of [0, 1, 9, 41, 56, box.length - 1]) {
      await expect(read(box.subarray(0, length))).rejects.toMatchObject({ code: 'damaged-box' })
    }
  })

  it.each([{ table: 'other' }, { row: '01a1fcbe' }, { column: 'api_key' }])(
    'does not open at %o',
    async (elsewhere) => {
      await expect(read(await seal(), { ...PLACE, ...elsewhere })).rejects.toMatchObject({ code: 'damaged-box' })
    },
  )

  it('does not open where table and row join to the same text', async () => {
    const box = await seal(SECRET, { table: 'ab', row: 'c', column: 'd' })
    await expect(read(box, { table: 'a', row: 'bc', column: 'd' })).rejects.toMatchObject({ code: 'damaged-box' })
  })

  it('cannot be sealed with what is not a public key', async () => {
    await expect(sealBox(randomBytes(31), Buffer.from(SECRET), PLACE)).rejects.toMatchObject({ code: 'bad-key' })
  })
})

describe('a secret', () => {
  it('is cleared after it was sealed, also when sealing fails', async () => {
    for (const publicKey of [vault.publicKey, randomBytes(5)]) {
      const secret = new TextEncoder().encode(SECRET)
      await sealBox(publicKey, secret, PLACE).catch(() => null)
      expect(secret.every((byte) => byte === 0)).toBe(true)
    }
  })

  it('is cleared after it was used, also when its use fails', async () => {
    const seen: Uint8Array[] = []
    const box = await seal()
    await vault.open(box, PLACE, (secret) => seen.push(secret))
    const failing = vault.open(box, PLACE, (secret) => {
      seen.push(secret)
      throw new Error('refused by the venue')
    })
    await expect(failing).rejects.toThrow('refused by the venue')
    expect(seen).toHaveLength(2)
    expect(seen.every((secret) => secret.length === SECRET.length && secret.every((byte) => byte === 0))).toBe(true)
  })

  it('and the key are in no error and in no dump of the vault', async () => {
    const box = await seal()
    const errors = await Promise.all([
      read(box.subarray(1)).catch((error: unknown) => error),
      read(box, { ...PLACE, row: 'x' }).catch((error: unknown) => error),
    ])
    const text = inspect([errors, vault], { depth: 10, showHidden: true }) + JSON.stringify([errors, vault])
    for (const key of [await readFile(path), keyOf(path)]) {
      for (const planted of [SECRET, key.toString('hex'), key.toString('base64'), key.toString('latin1')]) {
        expect(text).not.toContain(planted)
      }
    }
  })
})

describe('the key of a vault', () => {
  it('is cleared where it came from', async () => {
    const key = keyOf(path)
    await openVault(key)
    expect(key.every((byte) => byte === 0)).toBe(true)
  })
})

describe('the master key', () => {
  it('is in a file that its owner alone can read, and is never replaced', async () => {
    const { mode, size } = await stat(path)
    expect([mode & 0o777, size]).toEqual([0o400, 32])
    expect((await stat(join(dir, 'keys'))).mode & 0o777).toBe(0o700)
    const box = await seal()
    expect(createMasterKey(path)).toBe(false)
    expect(await read(box, PLACE, await vaultOf(path))).toBe(SECRET)
    expect(await readdir(join(dir, 'keys'))).toEqual(['master'])
  })

  it('differs each time, and so do its fingerprint and the key derived from it', () => {
    createMasterKey(join(dir, 'other', 'master'))
    const masters = [path, join(dir, 'other', 'master')].map((file) => readMasterKey(file) as Buffer)
    const texts = masters.flatMap((master) => [
      master.toString('hex'),
      brokersKey(master).toString('hex'),
      fingerprintOf(master),
    ])
    expect(new Set(texts).size).toBe(6)
  })

  it('is null while there is none', () => {
    expect(readMasterKey(join(dir, 'nowhere'))).toBeNull()
  })

  it('that others can read is refused, except where it is mounted', async () => {
    await chmod(path, 0o444)
    expect(() => readMasterKey(path)).toThrow(expect.objectContaining({ name: 'VaultError', code: 'exposed-key' }))
    expect(readMasterKey(path, true)).toHaveLength(32)
  })

  it.each([0, 31, 33])('of %i bytes is refused', async (size) => {
    await rm(path, { force: true })
    await writeFile(path, randomBytes(size), { mode: 0o400 })
    expect(() => readMasterKey(path)).toThrow(expect.objectContaining({ name: 'VaultError', code: 'bad-key' }))
  })
})
