import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorText } from '../../api/api-error.ts'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { Channels } from './channels.tsx'
import { columnsOf, KindChoices } from './kind-choices.tsx'
import section from '../../ui/settings-section.module.css'
import { notificationSettingsQuery } from './notifications-queries.ts'
import { QuietHours } from './quiet-hours.tsx'
import { StillRunning } from './still-running.tsx'
import { useChangeSettings } from './use-change-settings.ts'

/** Channels and settings of the notifications of the user. */
export function NotificationSettings(): ReactElement {
  const { data, error, refetch } = useQuery(notificationSettingsQuery)
  const { mutate: change, isPending, error: failure } = useChangeSettings()
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  return (
    <div className={section['sections']} aria-busy={isPending}>
      <FormFailure text={failure && errorText(failure)} />
      <Channels settings={data} />
      <section className={section['section']} aria-labelledby="notified-of">
        <h3 id="notified-of">What is sent where</h3>
        <p className={section['note']}>
          {columnsOf(data).length === 0
            ? 'Everything is in the list behind the bell. Add a channel to choose what is also sent.'
            : 'Everything is in the list behind the bell. Choose what is also sent.'}
        </p>
        <KindChoices settings={data} onChange={(kinds) => change({ kinds })} />
      </section>
      <QuietHours quiet={data.quiet} onChange={(quiet) => change({ quiet })} />
      <StillRunning hour={data.stillRunning} onChange={(stillRunning) => change({ stillRunning })} />
      <section className={section['section']} aria-labelledby="amounts">
        <h3 id="amounts">Amounts</h3>
        <Switch
          label="Include prices, quantities and money"
          description="In mail and in messages that may be shown on a locked screen. The list in Tradeloom always has them."
          checked={data.sendsAmounts}
          onChange={(event) => change({ sendsAmounts: event.currentTarget.checked })}
        />
      </section>
    </div>
  )
}
