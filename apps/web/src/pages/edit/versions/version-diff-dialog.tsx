import { Button, Select } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { versionQuery } from '../../../entities/algorithms/algorithm-queries.ts'
import { DiffSurface } from '../../../entities/scripts/diff-surface.tsx'
import { type Comparison, ORIGIN, useComparison } from '../comparison-address.ts'
import { useVersionChoices, type VersionChoice, type VersionChoices } from './use-version-choices.ts'
import classes from './versions.module.css'

interface VersionDiffDialogProps {
  readonly algorithm: Algorithm
  readonly isOpen: boolean
  /** Loads the script of another version as a draft; null when the script is read-only. */
  readonly onRestore: ((text: string, message: string) => void) | null
}

/** The versions that the address asks to compare; the older one stands on the left whatever is chosen first. */
export function VersionDiffDialog({ algorithm, isOpen, onRestore }: VersionDiffDialogProps): ReactElement {
  const comparison = useComparison()
  const close = (): void => comparison.show(null)
  return (
    <Dialog opened={isOpen} onClose={close} title="Compare versions" size="min(1200px, 96vw)">
      {comparison.compare === null ? null : (
        <Choosing
          algorithm={algorithm}
          comparison={comparison}
          onRestore={
            onRestore === null
              ? null
              : (text, message) => {
                  onRestore(text, message)
                  close()
                }
          }
        />
      )}
    </Dialog>
  )
}

interface ChoosingProps extends Omit<VersionDiffDialogProps, 'isOpen'> {
  readonly comparison: Comparison
}

function Choosing({ algorithm, comparison, onRestore }: ChoosingProps): ReactElement {
  const choices = useVersionChoices(algorithm)
  if (choices.isPending) return <LoadingBlock height={440} />
  if (choices.error !== null) return <ErrorState error={choices.error} onRetry={choices.retry} />
  const pair = pairOf(comparison, choices, algorithm.clonedFromVersion)
  if (pair === null) {
    return <EmptyState title="This version cannot be compared" text="It does not exist, or it is not shared." />
  }
  return <Differences choices={choices} pair={pair} onRestore={onRestore} onPair={comparison.show} />
}

type Pair = readonly [older: VersionChoice, newer: VersionChoice]

/** The compared versions, the older one first; null if the viewer cannot see one of them. */
function pairOf(
  { compare, against }: Comparison,
  { own, origin }: VersionChoices,
  clonedVersion: string | null,
): Pair | null {
  const all = [...own, ...origin]
  const cloned = origin.find(({ id }) => id === clonedVersion) ?? origin[0]
  const find = (id: string | null): VersionChoice | undefined =>
    id === ORIGIN ? cloned : all.find((choice) => choice.id === id)
  const one = find(compare)
  if (one === undefined) return null
  const other = against === null ? partnerOf(one, compare === ORIGIN, own, all) : find(against)
  if (other === undefined) return null
  return all.indexOf(one) > all.indexOf(other) ? [one, other] : [other, one]
}

/** With the version before it, or, of the first one, with the version after it; the cloned one with the latest. */
function partnerOf(
  one: VersionChoice,
  isOrigin: boolean,
  own: readonly VersionChoice[],
  all: readonly VersionChoice[],
): VersionChoice {
  const at = all.indexOf(one)
  return (isOrigin ? own[0] : (all[at + 1] ?? all[at - 1])) ?? one
}

interface DifferencesProps extends Pick<VersionDiffDialogProps, 'onRestore'> {
  readonly choices: VersionChoices
  readonly pair: Pair
  readonly onPair: (compare: string, against: string) => void
}

function Differences({ choices: { own, origin }, pair: [left, right], onRestore, onPair }: DifferencesProps) {
  const older = useQuery(versionQuery(left.algorithm, left.id))
  const newer = useQuery(versionQuery(right.algorithm, right.id))
  const failed = [older, newer].find(({ isError }) => isError)
  const items = (choices: readonly VersionChoice[]) =>
    choices.map(({ id, label, message }) => ({ value: id, label: message === '' ? label : `${label} · ${message}` }))
  const data =
    origin.length === 0
      ? items(own)
      : [
          { group: 'This algorithm', items: items(own) },
          { group: 'Cloned from', items: items(origin) },
        ]
  const restore = (choice: VersionChoice, script: string | undefined): ReactElement | null => {
    const name = choice.label.replace(' (latest)', '')
    return onRestore === null || script === undefined ? null : (
      <Button key={choice.id} variant="default" size="sm" onClick={() => onRestore(script, `Restored ${name}`)}>
        Restore {name}
      </Button>
    )
  }
  return (
    <>
      <div className={classes['bar']}>
        <Select
          label="Older version"
          allowDeselect={false}
          data={data}
          value={left.id}
          onChange={(id) => id !== null && onPair(right.id, id)}
        />
        <Select
          label="Newer version"
          allowDeselect={false}
          data={data}
          value={right.id}
          onChange={(id) => id !== null && onPair(id, left.id)}
        />
        <span className={classes['restore']}>
          {restore(left, older.data?.script)}
          {left.id === right.id ? null : restore(right, newer.data?.script)}
        </span>
      </div>
      {failed?.error ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {older.data && newer.data ? (
        <DiffSurface
          left={older.data.script}
          right={newer.data.script}
          leftLabel={left.label}
          rightLabel={right.label}
        />
      ) : null}
      {failed === undefined && !(older.data && newer.data) ? <LoadingBlock height={400} /> : null}
    </>
  )
}
