import { createHash, randomBytes } from 'node:crypto'
import { base32nopad as base32 } from '@scure/base'
import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { AppError, conflict, invalid } from '../errors/app-error.ts'
import type { Envelopes } from '../secrets/envelopes.ts'
import { forgetDevices } from './factors-of.ts'
import { lockUser } from './lock-user.ts'
import type { Guesser, LoginDelays } from './login-delays.ts'
import { matchingStep } from './totp.ts'

const { backupCodes, secondFactors } = schema

const SECRET_BYTES = 20
const BACKUP_CODES = 10
/** 80 bits: sixteen letters. */
const BACKUP_BYTES = 10

export interface SecondFactorsDeps {
  readonly db: Drizzle
  readonly envelopes: Pick<Envelopes, 'seal' | 'open'>
  readonly delays: LoginDelays
  readonly now: () => number
}

/** Codes of authenticators, and backup codes for when the authenticator is lost. */
export class SecondFactors {
  readonly #deps: SecondFactorsDeps

  constructor(deps: SecondFactorsDeps) {
    this.#deps = deps
  }

  async state(userId: string): Promise<{ readonly enabled: string | null; readonly backupCodesLeft: number }> {
    const { db } = this.#deps
    const [row] = await db
      .select({ enabledAt: secondFactors.enabledAt })
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId))
    const left = await db.$count(backupCodes, and(eq(backupCodes.userId, userId), isNull(backupCodes.usedAt)))
    return { enabled: row?.enabledAt?.toISOString() ?? null, backupCodesLeft: left }
  }

  /** A new secret, in base32. It counts once the authenticator has shown a valid code. */
  async begin(userId: string): Promise<string> {
    const { db, envelopes, now } = this.#deps
    const secret = base32.encode(randomBytes(SECRET_BYTES))
    const row = { secret: await envelopes.seal(secret, placeOf(userId)), createdAt: new Date(now()), lastStep: 0 }
    const stored = await db
      .insert(secondFactors)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: secondFactors.userId, set: row, setWhere: isNull(secondFactors.enabledAt) })
      .returning({ userId: secondFactors.userId })
    if (stored.length === 0) throw alreadyOn()
    return secret
  }

  /** Asks for codes from now on. Returns backup codes, which nobody can read again. */
  async enable(userId: string, code: string, guessers: readonly Guesser[]): Promise<string[]> {
    const { db, delays, now } = this.#deps
    const begun = await this.#secretOf(userId)
    if (begun === null) throw invalid('Please start again: there is no secret to check the code with', 'code')
    if (begun.isOn) throw alreadyOn()
    await delays.begin(guessers)
    const step = matchingStep(begun.secret, plain(code), begun.lastStep, now())
    if (step === null) throw wrongCode()
    await delays.succeeded(guessers)
    return db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const enabled = await tx
        .update(secondFactors)
        .set({ enabledAt: new Date(now()), lastStep: step })
        .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.enabledAt)))
        .returning({ userId: secondFactors.userId })
      if (enabled.length === 0) throw alreadyOn()
      await forgetDevices(tx, userId)
      return replaceBackupCodes(tx, userId)
    })
  }

  async disable(userId: string): Promise<void> {
    await this.#deps.db.transaction((tx) => removeSecondFactor(tx, userId))
  }

  async renewBackupCodes(userId: string): Promise<string[]> {
    return this.#deps.db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const isOn = await tx.$count(
        secondFactors,
        and(eq(secondFactors.userId, userId), isNotNull(secondFactors.enabledAt)),
      )
      if (isOn === 0) throw conflict('Two-factor login is off')
      return replaceBackupCodes(tx, userId)
    })
  }

  /** Uses a code up and says what it was. Throws for a wrong one, and during a pause between guesses. */
  async verify(userId: string, code: string, guessers: readonly Guesser[]): Promise<'code' | 'backup-code'> {
    const { delays } = this.#deps
    await delays.begin(guessers)
    const given = plain(code)
    const isTotp = /^\d+$/.test(given)
    if (!(await (isTotp ? this.#useCode(userId, given) : this.#useBackupCode(userId, given)))) throw wrongCode()
    await delays.succeeded(guessers)
    return isTotp ? 'code' : 'backup-code'
  }

  async #useCode(userId: string, code: string): Promise<boolean> {
    const { db, now } = this.#deps
    const stored = await this.#secretOf(userId)
    const step = stored?.isOn === true ? matchingStep(stored.secret, code, stored.lastStep, now()) : null
    if (step === null) return false
    // Of two logins with one code at the same moment, one finds the step already used.
    const used = await db
      .update(secondFactors)
      .set({ lastStep: step })
      .where(
        and(eq(secondFactors.userId, userId), isNotNull(secondFactors.enabledAt), lt(secondFactors.lastStep, step)),
      )
      .returning({ userId: secondFactors.userId })
    return used.length > 0
  }

  async #useBackupCode(userId: string, code: string): Promise<boolean> {
    const used = await this.#deps.db
      .update(backupCodes)
      .set({ usedAt: new Date(this.#deps.now()) })
      .where(and(eq(backupCodes.userId, userId), eq(backupCodes.codeHash, hashOf(code)), isNull(backupCodes.usedAt)))
      .returning({ userId: backupCodes.userId })
    return used.length > 0
  }

  async #secretOf(userId: string) {
    const { db, envelopes } = this.#deps
    const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
    if (!row) return null
    const secret = base32.decode(await envelopes.open(row.secret, placeOf(userId)))
    return { secret, lastStep: row.lastStep, isOn: row.enabledAt !== null }
  }
}

/** Authenticator, backup codes and remembered browsers of a user. */
export async function removeSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await lockUser(tx, userId)
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
  await forgetDevices(tx, userId)
}

async function replaceBackupCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, () => base32.encode(randomBytes(BACKUP_BYTES)))
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
  await tx.insert(backupCodes).values(codes.map((code) => ({ userId, codeHash: hashOf(code) })))
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

function placeOf(userId: string) {
  return { table: 'second_factors', row: userId, column: 'secret' }
}

/** As people copy codes: with spaces, dashes and small letters. */
function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase()
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

function wrongCode(): AppError {
  const message = 'Wrong code, or it was used already'
  return new AppError('invalid-input', 'wrong-code', message, { fields: { code: message } })
}

function alreadyOn(): AppError {
  return conflict('Two-factor login is on already')
}
