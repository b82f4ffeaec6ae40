import { expect, it } from 'vitest'
import { SteadyAges } from './steady-ages.ts'

const START = Date.UTC(2026, 0, 5, 12)
const HOUR = 3_600_000

/** Looks each 150 ms at something since a time; the clock is set by so much after so many looks. */
function aged(since: number, looks: number, setBy = 0, setAt = Infinity): number {
  const ages = new SteadyAges()
  let age = NaN
  for (let look = 0; look < looks; look++) {
    ages.look({ clock: START + look * 150 + (look >= setAt ? setBy : 0), steady: 7_000 + look * 150 })
    age = ages.ageOf('one', since)
  }
  return age
}

it('are those of the clock while nobody sets it, also at the first look', () => {
  expect(aged(START - 4_000, 1)).toBe(4_000)
  expect(aged(START - 4_000, 11)).toBe(5_500)
})

it('do not jump with a clock that is set, forward or back', () => {
  expect(aged(START - 4_000, 11, HOUR, 5)).toBe(5_500)
  expect(aged(START - 4_000, 11, -HOUR, 5)).toBe(5_500)
})

it('are not those of a clock that was set at the very look that sees something first', () => {
  const ages = new SteadyAges()
  ages.look({ clock: START, steady: 0 })
  ages.look({ clock: START + 150 + HOUR, steady: 150 })
  expect(ages.ageOf('stated before the clock was set', START + 100)).toBe(50)
  expect(ages.ageOf('stated after it', START + HOUR + 140)).toBe(0)
})

it('start over with what has changed, and where nobody has asked in between', () => {
  const ages = new SteadyAges()
  ages.look({ clock: START, steady: 0 })
  expect(ages.ageOf('one', START - 60_000)).toBe(60_000)
  ages.look({ clock: START + 150, steady: 150 })
  expect(ages.ageOf('one', START + 100)).toBe(50)
  ages.look({ clock: START + 300, steady: 300 })
  ages.look({ clock: START + 450, steady: 450 })
  expect(ages.ageOf('one', START - 60_000)).toBe(60_450)
})
