import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Algorithm, AlgorithmVersion, VersionCheck as Check } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { versionsQuery } from './algorithm-queries.ts'
import { putVersionCheck } from './put-version-check.ts'
import { CheckBadge } from './check-badge.tsx'
import { type CheckLabel, checkLabel, draftLabel, type DraftState } from './check-labels.ts'
import { formatMinute } from '../../ui/format.ts'
import { PopUp } from '../../ui/pop-up.tsx'
import { toastError } from '../../ui/toast.ts'
import classes from './version-check.module.css'

interface VersionCheckProps {
  readonly algorithm: Algorithm
  readonly version: AlgorithmVersion
  readonly draft: DraftState
  /** Moves the cursor to a position in the script. */
  readonly onGoTo: (line: number, column: number) => void
}

/** The findings for the version in the editor; a click on a finding goes to its line. */
export function VersionCheck({ algorithm, version, draft, onGoTo }: VersionCheckProps): ReactElement {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const listed = useQuery(versionsQuery(algorithm)).data?.find(({ id }) => id === version.id)
  const check = listed === undefined ? version.check : listed.check
  const instead = draftLabel(draft)
  const first = check?.findings[0]
  const open = (): void => {
    if (!isOpen && instead === null && first?.line) onGoTo(first.line, first.column ?? 1)
    toggle()
  }
  const goTo = (line: number, column: number): void => {
    // The details would cover the line.
    close()
    onGoTo(line, column)
  }
  return (
    <>
      <span ref={setTarget} className={classes['target']}>
        <CheckBadge check={check} instead={instead} onClick={open} isOpen={isOpen} />
      </span>
      <PopUp
        isOpen={isOpen}
        onClose={close}
        target={target}
        label="Check result"
        width={380}
        className={classes['details']}
      >
        {instead === null ? null : <DraftNote label={instead} version={version} />}
        <Details check={check} onGoTo={goTo} />
        {algorithm.readOnly || isUnderWay(check) ? null : (
          <CheckNow algorithmId={algorithm.id} versionId={version.id} check={check} />
        )}
      </PopUp>
    </>
  )
}

/** The state of the draft, above the findings for the version it was based on. */
function DraftNote({
  label,
  version,
}: {
  readonly label: CheckLabel
  readonly version: AlgorithmVersion
}): ReactElement {
  return (
    <>
      <p className={classes['draft']}>{label.meaning}</p>
      <p className="muted num">Check of the saved {version.displayVersionNo}:</p>
    </>
  )
}

function Details({
  check,
  onGoTo,
}: { readonly check: Check | null } & Pick<VersionCheckProps, 'onGoTo'>): ReactElement {
  const { text, meaning } = checkLabel(check)
  return (
    <>
      <strong>{text}</strong>
      <p>{meaning}</p>
      {check?.reason ? <p className={classes['reason']}>{check.reason}</p> : null}
      {check && check.findings.length > 0 ? (
        <ul className={classes['findings']}>
          {check.findings.map(({ kind, detector, line, column, message }) => (
            <li key={`${kind} ${detector}`}>
              {line === null ? null : (
                <button type="button" className="num" onClick={() => onGoTo(line, column ?? 1)}>
                  Line {line}
                </button>
              )}
              <span>{message}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {check?.time ? (
        <p className="muted num">
          Checked {formatMinute(check.time)} with engine {check.engineVersion}
        </p>
      ) : null}
    </>
  )
}

function isUnderWay(check: Check | null): boolean {
  return check !== null && check.status !== 'done'
}

interface CheckNowProps {
  readonly algorithmId: string
  readonly versionId: string
  readonly check: Check | null
}

function CheckNow({ algorithmId, versionId, check }: CheckNowProps): ReactElement {
  const client = useQueryClient()
  const asking = useMutation({
    mutationFn: () => call('checkVersion', { params: { id: algorithmId, versionId } }),
    onSuccess: (now) => {
      putVersionCheck(client, { algorithmId, versionId, check: now })
      // A quick check may have ended before this answer arrived.
      void client.invalidateQueries({ queryKey: ['versions', algorithmId] })
    },
    onError: (error) => toastError(errorText(error)),
  })
  return (
    <Button
      variant="default"
      loading={asking.isPending}
      onClick={() => asking.mutate()}
      className={classes['again'] ?? ''}
    >
      {check === null ? 'Check now' : 'Check again'}
    </Button>
  )
}
