import { type IndicatorDetail, type IndicatorValues, socketRequests } from '@tradeloom/contracts'
import { useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { ask } from '../../../realtime/ask.ts'
import { RequestTimeout } from '../../../realtime/socket-client.ts'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import { readDraft } from '../../../entities/scripts/draft-store.ts'
import type { IndicatorTest } from './test-settings.ts'

type Values = Extract<IndicatorValues, { state: 'initialized' }>
type Failure = Extract<IndicatorValues, { state: 'errored' }>

/** A test from its start to its end. */
export type TestState =
  | { readonly state: 'testing'; readonly test: IndicatorTest }
  | { readonly state: 'initialized'; readonly test: IndicatorTest; readonly values: Values }
  | { readonly state: 'errored'; readonly test: IndicatorTest; readonly failure: Failure }
  | { readonly state: 'timed out'; readonly test: IndicatorTest }
  | { readonly state: 'failed'; readonly test: IndicatorTest; readonly reason: string }

interface RunningTest {
  readonly current: TestState | null
  readonly start: (test: IndicatorTest) => void
}

const ABOUT = 'indicator-test'
export const TIMED_OUT = 'Technical indicator test timed out'
export const ERRORED = 'Test errored'
export const NOT_FETCHED = 'Error fetching technical indicator'

/** What is tested: the script as it is being edited, else as it was saved. */
function scriptOf(indicator: IndicatorDetail): { id: string } | { key: string; script: string } {
  const { id, key } = indicator
  const draft = draftOf(indicator)
  return draft === null ? { id } : { key, script: draft }
}

/** The script as it is being edited; null if nothing is unsaved. */
export function draftOf({ id, userId, readOnly }: IndicatorDetail): string | null {
  return userId === null || readOnly ? null : (readDraft(userId, `indicator/${id}`)?.text ?? null)
}

async function runTest(indicator: IndicatorDetail, test: IndicatorTest): Promise<TestState> {
  const { instrument, other, ...range } = test
  const payload = {
    ...range,
    ...scriptOf(indicator),
    instrumentId: instrument.id,
    ...(other && { otherInstrumentId: other.id }),
  }
  try {
    const answer = await ask(socketRequests.testIndicator, payload)
    return answer.state === 'initialized'
      ? { state: 'initialized', test, values: answer }
      : { state: 'errored', test, failure: answer }
  } catch (error) {
    if (error instanceof RequestTimeout) return { state: 'timed out', test }
    return { state: 'failed', test, reason: errorText(error) }
  }
}

function announce({ state }: TestState): void {
  if (state === 'initialized') toastSuccess('Test initialized successfully', ABOUT)
  if (state === 'errored') toastError(ERRORED, ABOUT)
  if (state === 'timed out') toastError(TIMED_OUT, ABOUT)
  if (state === 'failed') toastError(NOT_FETCHED, ABOUT)
}

/** Runs tests of an indicator; only the newest one counts. */
export function useIndicatorTest(indicator: IndicatorDetail): RunningTest {
  const [current, setCurrent] = useState<TestState | null>(null)
  const newest = useRef(0)
  const start = async (test: IndicatorTest): Promise<void> => {
    const no = ++newest.current
    setCurrent({ state: 'testing', test })
    const ended = await runTest(indicator, test)
    if (no !== newest.current) return
    setCurrent(ended)
    announce(ended)
  }
  return { current, start: (test) => void start(test) }
}
