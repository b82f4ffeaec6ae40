import { Button } from '@mantine/core'
import type { BacktestDetail, Verification } from '@tradeloom/contracts'
import { IconShieldCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorText } from '../../../../api/api-error.ts'
import { call } from '../../../../api/call.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../../ui/states.tsx'
import { toastError } from '../../../../ui/toast.ts'
import { verificationsQuery } from '../../verification-queries.ts'
import { VerificationEntry } from './verification-entry.tsx'
import classes from './verification-panel.module.css'

const isUnderWay = ({ status }: Verification): boolean => status === 'Queued' || status === 'In Progress'

/** Runs the backtest again and shows what differs from the first time. */
export function VerificationPanel({ result }: { readonly result: BacktestDetail }): ReactElement {
  const client = useQueryClient()
  const { queryKey } = verificationsQuery(result.id)
  const list = useQuery(verificationsQuery(result.id))
  const verify = useMutation({
    mutationFn: () => call('verifyBacktest', { params: { id: result.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
    onError: (error) => toastError(errorText(error)),
  })
  const latest = list.data?.[0]
  const isBusy = verify.isPending || (latest !== undefined && isUnderWay(latest))
  return (
    <Panel
      title="Verification"
      detail="Runs the backtest again and compares the results"
      actions={
        <Button
          size="xs"
          leftSection={<IconShieldCheck size={14} aria-hidden />}
          loading={isBusy}
          onClick={() => verify.mutate()}
        >
          Verify
        </Button>
      }
    >
      {list.isPending ? <LoadingRows rows={2} /> : null}
      {list.isError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.length === 0 ? (
        <EmptyState title="Not verified yet" text="Verify runs this backtest again on the data as it is now." />
      ) : null}
      <ul className={classes['list']} aria-live="polite">
        {list.data?.map((one) => (
          <VerificationEntry key={one.id} verification={one} />
        ))}
      </ul>
    </Panel>
  )
}
