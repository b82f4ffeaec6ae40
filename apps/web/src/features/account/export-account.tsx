import { Button, Checkbox, Loader } from '@mantine/core'
import { IconDownload, IconFileZip } from '@tabler/icons-react'
import type { AccountExport } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call } from '../../api/call.ts'
import { formatBytes } from '../../ui/format.ts'
import { useSending } from '../../ui/use-sending.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import classes from '../../ui/settings-section.module.css'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { accountQuery } from './account-queries.ts'

/** Everything of the user as one file. */
export function ExportAccount({ newest }: { readonly newest: AccountExport | null }): ReactElement {
  const client = useQueryClient()
  const [marketData, setMarketData] = useState(false)
  const { isBusy, error, send } = useSending()
  const begin = (): Promise<void> =>
    send(async () => {
      const begun = await call('exportAccount', { body: { marketData } })
      client.setQueryData(accountQuery.queryKey, (known) => known && { ...known, export: begun })
    })
  const isWriting = newest !== null && ['Queued', 'In Progress'].includes(newest.status)
  return (
    <>
      <p className={classes['note']}>
        One file with your profile, settings, algorithms, runs, sessions, orders and everything else of yours. Passwords
        and keys are not in it.
      </p>
      <FormFailure text={error ?? (newest?.status === 'Failed' ? newest.detail : null)} />
      {isWriting ? (
        <div className={classes['row']} role="status">
          <Loader size={16} aria-hidden />
          <span className={classes['note']}>The file is being prepared. You can close this page.</span>
        </div>
      ) : null}
      {newest?.status === 'Completed' ? (
        <div className={classes['item']}>
          <IconFileZip size={20} stroke={1.5} aria-hidden />
          <span className={classes['main']}>
            <strong>tradeloom-account.zip</strong>
            <span>{formatBytes(newest.bytes ?? 0)}</span>
          </span>
          <span className={classes['actions']}>
            <Button
              component="a"
              href={`/api/account/export/${newest.id}`}
              download
              size="compact-sm"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              Download
            </Button>
          </span>
          <span className={classes['facts']}>
            <span>
              Written <ClockTime time={newest.created} />
            </span>
            {newest.expires === null ? null : (
              <span>
                Kept until <ClockTime time={newest.expires} />
              </span>
            )}
          </span>
        </div>
      ) : null}
      <Checkbox
        size="sm"
        label="With the prices that I have imported"
        checked={marketData}
        disabled={isWriting}
        onChange={(event) => setMarketData(event.currentTarget.checked)}
      />
      <div>
        <Button size="sm" variant="default" loading={isBusy} disabled={isWriting} onClick={() => void begin()}>
          {newest?.status === 'Completed' ? 'Export again' : 'Export everything'}
        </Button>
      </div>
    </>
  )
}
