import type { CheckVerdict, VersionCheck } from '@tradeloom/contracts'

export type CheckTone = 'neutral' | 'busy' | 'good' | 'warn' | 'bad'

export interface CheckLabel {
  readonly tone: CheckTone
  readonly text: string
  /** What the verdict means, for users new to it. */
  readonly meaning: string
}

const LABELS: Readonly<Record<CheckVerdict, CheckLabel>> = {
  unbiased: {
    tone: 'good',
    text: 'No bias found',
    meaning:
      'No look-ahead or repainting found: shorter and longer history, shifted prices, other markets and forming bars do not change what this script decides.',
  },
  'look-ahead': {
    tone: 'bad',
    text: 'Look-ahead',
    meaning: 'This script uses future prices; its backtest results are not achievable live.',
  },
  repaints: {
    tone: 'bad',
    text: 'Repaints',
    meaning: 'This script decides on values of forming bars, which may still change.',
  },
  'unstable-warm-up': {
    tone: 'warn',
    text: 'Unstable warm-up',
    meaning: 'The decisions of this script depend on how much history precedes the start.',
  },
  'not-verified': {
    tone: 'neutral',
    text: 'Not verified',
    meaning: 'The analysis could not determine whether this script is biased. That does not count against it.',
  },
}

const QUEUED: CheckLabel = {
  tone: 'busy',
  text: 'Check queued',
  meaning: 'The check waits for its turn. Checks run in the background, after backtests.',
}
const CHECKING: CheckLabel = {
  tone: 'busy',
  text: 'Checking',
  meaning: 'The check runs in the background. It takes seconds, or minutes while the machine is busy.',
}
const UNCHECKED: CheckLabel = {
  tone: 'neutral',
  text: 'Not checked',
  meaning: 'This version was saved before Tradeloom checked versions.',
}

/** For a draft that differs from the checked version: the verdict does not apply to it. */
const CHANGED: CheckLabel = {
  tone: 'neutral',
  text: 'Not checked',
  meaning: 'The script has changed since this version was saved. Save it to check it.',
}
const WITH_ERRORS: CheckLabel = {
  tone: 'bad',
  text: 'Has errors',
  meaning: 'The script has errors; see the list of problems.',
}

/** How the draft in the editor relates to the checked version. */
export interface DraftState {
  readonly isChanged: boolean
  readonly errorCount: number
}

/** The label to show for a draft instead of the verdict on its version; null when the verdict applies. */
export function draftLabel({ isChanged, errorCount }: DraftState): CheckLabel | null {
  if (errorCount > 0) return WITH_ERRORS
  return isChanged ? CHANGED : null
}

export function checkLabel(check: VersionCheck | null): CheckLabel {
  if (check === null) return UNCHECKED
  if (check.status === 'queued') return QUEUED
  return check.verdict === null ? CHECKING : LABELS[check.verdict]
}

/** `Repaints · line 6`. */
export function checkText(check: VersionCheck | null): string {
  const line = check?.findings[0]?.line ?? null
  const { text } = checkLabel(check)
  return line === null ? text : `${text} · line ${line}`
}
