import { Button, Group, Select } from '@mantine/core'
import type { Venue } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { PanelNote } from '../../ui/panel.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { exchangeKeysQuery } from '../../entities/accounts/exchange-keys-queries.ts'
import { venuesQuery } from './admin-queries.ts'
import { loginText, markQuestion } from './venue-words.ts'

interface VenueLoginProps {
  readonly venue: Venue
  readonly login: NonNullable<Venue['login']>
}

/** The connection with whose key everybody sees the prices of a venue, and those that can be marked for it. */
export function VenueLogin({ venue, login: { connection } }: VenueLoginProps): ReactElement {
  const { id, name } = venue
  const { data: keys } = useQuery(exchangeKeysQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const mark = useMark(venue)
  const own = (keys ?? []).filter(({ broker, isRefused }) => broker === id && !isRefused)
  const offered = own.map((one) => ({ value: one.id, label: `${one.apiKey} (${one.type})` }))
  const wanted = chosen ?? offered.find(({ value }) => value !== connection?.id)?.value ?? null
  const reason = loginText(venue)
  const ask = async (): Promise<void> => {
    if (wanted !== null && (await askToConfirm(markQuestion(name)))) mark.mutate(wanted)
  }
  return (
    <>
      {reason === null ? null : (
        <PanelNote tone="warn" role="alert">
          {reason}
        </PanelNote>
      )}
      {connection === null ? null : (
        <PanelNote>{`Prices are read with the key ${connection.key} of ${connection.owner}.`}</PanelNote>
      )}
      {offered.length === 0 ? (
        <PanelNote>{`Add a key of ${name} in the settings to mark it here.`}</PanelNote>
      ) : (
        <Group px={12} pt="md" gap="sm" align="flex-end">
          <Select
            size="sm"
            label="Your connection"
            data={offered}
            value={wanted}
            onChange={setChosen}
            allowDeselect={false}
          />
          <Button
            size="sm"
            variant="default"
            disabled={mark.isPending || wanted === null || wanted === connection?.id}
            onClick={() => void ask()}
          >
            Read prices with it
          </Button>
        </Group>
      )}
      {connection === null ? null : (
        <Group px={12} pt="sm">
          <Button size="sm" variant="subtle" disabled={mark.isPending} onClick={() => mark.mutate(null)}>
            Read no prices
          </Button>
        </Group>
      )}
    </>
  )
}

function useMark({ id, name }: Venue) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (connectionId: string | null) =>
      call('markVenueConnection', { params: { id }, body: { connectionId } }),
    onSuccess: (changed, connectionId) => {
      toastSuccess(connectionId === null ? `Prices of ${name} end` : `Prices of ${name} are read`, id)
      client.setQueryData(venuesQuery.queryKey, (all) => all?.map((one) => (one.id === id ? changed : one)))
    },
    onError: (error) => toastError(errorText(error), id),
    onSettled: () => client.invalidateQueries({ queryKey: venuesQuery.queryKey }),
  })
}
