import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { VerificationEntry } from '../result/verify/verification-entry.tsx'
import classes from '../result/verify/verification-panel.module.css'
import { verificationQuery } from '../verification-queries.ts'

interface VerifiedFilePanelProps {
  readonly id: string
  readonly onClose: () => void
}

/** How the verification of an uploaded file goes, and what it found. */
export function VerifiedFilePanel({ id, onClose }: VerifiedFilePanelProps): ReactElement {
  const { data, isError, error, refetch } = useQuery(verificationQuery(id))
  return (
    <Panel
      title="Verification of a file"
      detail={data?.name}
      actions={
        <Button size="xs" variant="subtle" onClick={onClose}>
          Close
        </Button>
      }
    >
      {isError && data === undefined ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !isError ? <LoadingRows rows={2} /> : null}
      <ul className={classes['list']} aria-live="polite">
        {data === undefined ? null : <VerificationEntry verification={data} />}
      </ul>
    </Panel>
  )
}
