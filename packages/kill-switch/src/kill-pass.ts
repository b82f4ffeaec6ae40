import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { passesFolder } from './folders.ts'
import { namesIn } from './names-in.ts'
import { readOwn } from './read-own.ts'
import { writeWhole } from './write-whole.ts'

/** A page asks for another one before. */
const LIFE_MS = 24 * 3_600_000
/** Each page that is opened gets one. */
const MAX_OF_USER = 100
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id of the user, and 32 bytes that only the page has. */
export const killPass = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{43}$/)

const storedPass = z.object({ sha256: z.string(), userId: z.uuid(), loginId: z.string(), endsAt: z.number() })
export type StoredPass = z.output<typeof storedPass>

interface IssuedPass {
  readonly pass: string
  /** UTC milliseconds. */
  readonly endsAt: number
}

/** Lets a page use the switch for the accounts of its user, and nothing else. Kept is what recognizes it. */
export function issuePass(
  dataDir: string,
  { userId, loginId, now }: { readonly userId: string; readonly loginId: string; readonly now: number },
): IssuedPass {
  const folder = folderOf(dataDir, userId)
  const pass = `${userId}.${randomBytes(32).toString('base64url')}`
  const stored: StoredPass = { sha256: sha256(pass), userId, loginId, endsAt: now + LIFE_MS }
  removeOldest(folder, now)
  writeWhole(folder, `${stored.endsAt}.${loginId}.${stored.sha256}.json`, stored)
  return { pass, endsAt: stored.endsAt }
}

/** Whose pass it is; null for one that is unknown, has ended or was revoked. */
export function checkPass(dataDir: string, pass: string, now: number): StoredPass | null {
  if (!killPass.safeParse(pass).success) return null
  const userId = pass.slice(0, pass.indexOf('.'))
  const folder = folderOf(dataDir, userId)
  const hash = sha256(pass)
  try {
    // A link would lead to files of somebody else's making.
    if (!lstatSync(folder).isDirectory()) return null
    const name = namesIn(folder).find((one) => one.endsWith(`.${hash}.json`))
    if (name === undefined) return null
    const stored = storedPass.parse(JSON.parse(readOwn(join(folder, name))))
    return stored.sha256 === hash && stored.userId === userId && now < stored.endsAt ? stored : null
  } catch {
    return null
  }
}

/** Revokes those of a user, or of one login. */
export function revokePasses(dataDir: string, whose: { readonly userId: string } | { readonly loginId: string }): void {
  if ('userId' in whose) {
    if (UUID.test(whose.userId)) rmSync(folderOf(dataDir, whose.userId), { recursive: true, force: true })
    return
  }
  for (const { path, loginId } of filesIn(dataDir)) if (loginId === whose.loginId) rmSync(path, { force: true })
}

/** Revokes those of logins that are no more, which `areThere` says, and removes what has ended. */
export async function removePasses(
  dataDir: string,
  now: number,
  areThere: (loginIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const files = filesIn(dataDir)
  if (files.length === 0) return
  const there = await areThere([...new Set(files.map(({ loginId }) => loginId))])
  for (const { path, loginId, endsAt } of files)
    if (!there.has(loginId) || !(now < endsAt)) rmSync(path, { recursive: true, force: true })
}

function filesIn(dataDir: string): { path: string; loginId: string; endsAt: number }[] {
  const folder = passesFolder(dataDir)
  return namesIn(folder)
    .filter((userId) => lstatSync(join(folder, userId), { throwIfNoEntry: false })?.isDirectory() === true)
    .flatMap((userId) =>
      whole(namesIn(join(folder, userId))).map((name) => {
        const [endsAt, loginId = ''] = name.split('.')
        return { path: join(folder, userId, name), loginId, endsAt: Number(endsAt) }
      }),
    )
}

/** The names begin with when they end. */
function removeOldest(folder: string, now: number): void {
  const names = whole(namesIn(folder)).toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
  const left = names.filter((name) => now < Number.parseInt(name, 10))
  const kept = new Set(left.slice(-MAX_OF_USER + 1))
  for (const name of names) if (!kept.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Without drafts, which another server may be writing. */
const whole = (names: readonly string[]): string[] => names.filter((name) => !name.startsWith('.'))

const folderOf = (dataDir: string, userId: string): string => join(passesFolder(dataDir), userId)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
