import { Button, Group, Select } from '@mantine/core'
import type { Venue } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { PanelNote } from '../../ui/panel.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { exchangeKeysQuery } from '../../entities/accounts/exchange-keys-queries.ts'
import { venuesQuery } from './admin-queries.ts'
import { loginText, markQuestion, unmarkQuestion } from './venue-words.ts'

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
  const others = own
    .filter((one) => one.id !== connection?.id)
    .map((one) => ({ value: one.id, label: `${one.apiKey} (${one.type})` }))
  const wanted = others.find(({ value }) => value === chosen)?.value ?? others[0]?.value ?? null
  const reason = loginText(venue)
  const ask = async (connectionId: string | null): Promise<void> => {
    const question = connectionId === null ? unmarkQuestion(name) : markQuestion(name)
    if (await askToConfirm(question)) mark.mutate(connectionId)
  }
  return (
    <>
      {reason === null ? null : (
        <PanelNote tone="warn" role="alert">
          {reason}
        </PanelNote>
      )}
      {connection === null ? null : (
        <Group px={12} py={8} gap="sm" justify="space-between">
          <span>{`Prices are read with the key ${connection.key} of ${connection.owner}.`}</span>
          <Button size="xs" variant="default" disabled={mark.isPending} onClick={() => void ask(null)}>
            Read no prices
          </Button>
        </Group>
      )}
      {connection === null && others.length === 0 ? (
        <Group px={12} py={8}>
          <Link
            to="."
            search={((known: object) => ({ ...known, settings: 'exchange-api-keys' })) as never}
            className="underlined"
          >
            {`Add a key of ${name} to mark it here`}
          </Link>
        </Group>
      ) : null}
      {others.length === 0 ? null : (
        <Group px={12} pt="md" gap="sm" align="flex-end">
          <Select
            size="sm"
            label={connection === null ? 'Your connection' : 'Another connection of yours'}
            data={others}
            value={wanted}
            onChange={setChosen}
            allowDeselect={false}
          />
          <Button size="sm" variant="default" disabled={mark.isPending} onClick={() => void ask(wanted)}>
            Read prices with it
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
