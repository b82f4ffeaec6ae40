import { faultScenario, waitForMoment } from '../brokers/fault-scenario.fixture.ts'
import { openSessions } from './desk-sessions.fixture.ts'
import { beginSteps, expectStepsTaken, prepareSteps } from './desk-steps.fixture.ts'
import type { SupervisedSessions } from './supervised-sessions.ts'

const WITHIN_MS = 8_000

let sessions: SupervisedSessions
let session: string

faultScenario('a session closes parts of its positions and opens others', {
  killWithinMs: WITHIN_MS,
  prepare: async (desk) => {
    sessions = openSessions(desk)
    session = await prepareSteps(desk)
  },
  play: async (desk, seed) => {
    await beginSteps(desk)
    // Every other time its own process dies, too, at another moment.
    if (seed % 2 === 1) return
    await waitForMoment(seed * 7, WITHIN_MS)
    process.kill(sessions.pid ?? 0, 'SIGKILL')
  },
  ends: (desk) => expectStepsTaken(desk, session),
})
