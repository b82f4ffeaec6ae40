import type { Backtest } from '@tradeloom/contracts'
import type { LinkProps } from '@tanstack/react-router'
import type { EmptyPictureName } from '../../ui/empty-picture.tsx'

/** What every run of an algorithm on prices has, of whatever kind. */
export type Run = Pick<
  Backtest,
  | 'id'
  | 'time'
  | 'algorithmId'
  | 'algorithmName'
  | 'displayVersionNo'
  | 'username'
  | 'readOnly'
  | 'symbol'
  | 'broker'
  | 'simulated'
  | 'initialBalance'
  | 'start'
  | 'end'
  | 'interval'
  | 'resolution'
  | 'barInterval'
  | 'status'
>

/** A kind of run: its words and its pages. */
export interface RunKind {
  /** As in the middle of a sentence, with its plural. */
  readonly name: string
  readonly plural: string
  /** At the start of a sentence, with its plural. */
  readonly title: string
  readonly titles: string
  /** First in the keys of the queries for its lists. */
  readonly listKey: string
  readonly picture: EmptyPictureName
  readonly empty: { readonly title: string; readonly text: string }
  /** Asks visitors to log in before they run one. */
  readonly loginToRun: string
  readonly pageOf: (run: Pick<Run, 'id' | 'algorithmId'>, isAll: boolean) => LinkProps
  /** The list of one algorithm; of all for null. */
  readonly listOf: (algorithmId: string | null) => LinkProps
}
