import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { AppError } from '../errors/app-error.ts'
import { type Guesser, LoginDelays, type Pace } from './login-delays.ts'

const PACE: Pace = { free: 3, maxMs: 8000 }

let database: TestDatabase
let time = 1_000_000
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(() => {
  // Long enough that everything before is forgotten.
  time += 10 * 3_600_000
})

const pass = (ms: number): void => void (time += ms)
const delaysOf = (): LoginDelays => new LoginDelays(database.db, () => time)
const guesser = (key: string): Guesser => ({ key, pace: PACE })

/** Whether each of these consecutive guesses was admitted. */
async function guess(times: number, keys = ['a'], delays = delaysOf()): Promise<boolean[]> {
  const admitted: boolean[] = []
  for (let n = 0; n < times; n++) {
    admitted.push(
      await delays.begin(keys.map(guesser)).then(
        () => true,
        () => false,
      ),
    )
  }
  return admitted
}

it('lengthens pauses after the free guesses up to the maximum', async () => {
  expect(await guess(4)).toEqual([true, true, true, false])
  for (const pause of [1000, 2000, 4000, 8000, 8000]) {
    pass(pause - 1)
    expect(await guess(1)).toEqual([false])
    pass(1)
    expect(await guess(1)).toEqual([true])
  }
})

it('does not extend a pause for guesses during it', async () => {
  await guess(50)
  pass(1000)
  expect(await guess(1)).toEqual([true])
})

it('reports when to try again', async () => {
  await guess(3)
  await expect(delaysOf().check([guesser('a')])).rejects.toThrow('Please try again in 1 second')
})

it('counts by key, and forgets after success and after an hour', async () => {
  for (const key of ['a', 'b']) await guess(3, [key])
  expect([await guess(1, ['a']), await guess(1, ['b']), await guess(1, ['c'])]).toEqual([[false], [false], [true]])
  await delaysOf().succeeded([guesser('a')])
  expect([await guess(1, ['a']), await guess(1, ['b'])]).toEqual([[true], [false]])
  pass(3_600_000)
  expect(await guess(4, ['b'])).toEqual([true, true, true, false])
})

it('counts nothing for anyone while one of them has to pause', async () => {
  await guess(3, ['a'])
  expect(await guess(5, ['a', 'b'])).toEqual([false, false, false, false, false])
  expect(await guess(3, ['b'])).toEqual([true, true, true])
})

it('does not count a guess that was not evaluated', async () => {
  await guess(3)
  await delaysOf().takeBack([guesser('a')])
  expect(await guess(2)).toEqual([true, false])
})

it('admits no more guesses when several servers are used at once', async () => {
  const admitted = await Promise.all(Array.from({ length: 4 }, () => guess(3, ['a', 'b'], delaysOf())))
  expect(admitted.flat().filter(Boolean)).toHaveLength(3)
})

it('never waits for itself when guesses of the same people begin, end and are forgotten at once', async () => {
  const people = Array.from({ length: 12 }, (_, n) => guesser(`person ${n}`))
  const failures: string[] = []
  const noting = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof AppError)) failures.push(String((error as Error).cause ?? error))
    })
  for (let round = 0; round < 12; round++) {
    const delays = delaysOf()
    // Stored in another order in each round: whoever locks them as they lie meets whoever locks them in theirs.
    for (const n of people.keys()) await noting(delays.begin([people[(n * 5 + round) % people.length]!]))
    const works = [() => delays.begin(people), () => delays.takeBack(people), () => delays.begin(people.toReversed())]
    await Promise.all(Array.from({ length: 18 }, (_, n) => noting(works[n % works.length]!())))
    await Promise.all([noting(delays.succeeded(people)), noting(delays.begin(people)), noting(delays.takeBack(people))])
    // All of it is old then.
    pass(2 * 3_600_000)
  }
  expect(failures).toEqual([])
})

it('stores no name that was typed', async () => {
  await guess(1, ['a password in the wrong field'])
  const { rows } = await database.pool.query('select * from login_guesses')
  expect(JSON.stringify(rows)).not.toContain('password')
})
