import { Button, Checkbox, Group, Modal, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { PackageChanges, PremiumPackage } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import badges from '../../ui/badges.module.css'
import { formatPlain } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Stat, StatList } from '../../ui/stat.tsx'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { packagesQuery } from '../../entities/packages/packages-query.ts'
import { AdminPage } from './admin-page.tsx'
import { paymentStateQuery } from './admin-queries.ts'
import { PriceBanner } from './price-banner.tsx'

/** Prices and limits of the packages, and what they are called at the payment provider. */
export function PackagesPage(): ReactElement {
  return <AdminPage title="Packages">{() => <Packages />}</AdminPage>
}

function Packages(): ReactElement {
  const { data, error, refetch } = useQuery(packagesQuery)
  const isSold = useQuery(paymentStateQuery).data?.isOn ?? false
  const [edited, setEdited] = useState<PremiumPackage | null>(null)
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  return (
    <>
      <PriceBanner />
      <p className="muted">
        {isSold
          ? 'Packages are sold at the prices below. Each needs the id of a monthly price of the same amount at Stripe.'
          : 'This server takes no payments: administrators assign packages on the page Users.'}
      </p>
      {data.map((one) => (
        <OnePackage key={one.id} one={one} isSold={isSold} onEdit={() => setEdited(one)} />
      ))}
      {edited === null ? null : <PackageDialog one={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

interface OnePackageProps {
  readonly one: PremiumPackage
  readonly isSold: boolean
  readonly onEdit: () => void
}

function OnePackage({ one, isSold, onEdit }: OnePackageProps): ReactElement {
  const state = !one.active ? 'Not offered' : isSold && one.priceUsd > 0 && !one.isForSale ? 'Not for sale' : null
  return (
    <Panel
      title={one.name}
      detail={one.priceUsd === 0 ? 'free' : `$${formatPlain(one.priceUsd)} a month`}
      actions={
        <Group gap="xs">
          {state === null ? null : (
            <span className={badges['pill']} data-tone="warn">
              {state}
            </span>
          )}
          <Button size="xs" variant="default" onClick={onEdit} aria-label={`Edit ${one.name}`}>
            Edit
          </Button>
        </Group>
      }
      flush
    >
      <StatList>
        <Stat label="Compute units a month" value={formatPlain(one.backtestUnits)} />
        <Stat label="Every tick" value={one.backtestTick ? 'Yes' : 'No'} />
        <Stat label="Live sessions" value={formatPlain(one.liveSessions)} />
        <Stat label="API credits a month" value={formatPlain(one.httpCredits)} />
        <Stat label="API sockets" value={formatPlain(one.sockets)} />
        <Stat label="Exchange connections" value={formatPlain(one.exchangeConnections)} />
        {one.priceUsd === 0 ? null : <Stat label="Price at Stripe" value={one.stripePlanId ?? 'None'} />}
      </StatList>
    </Panel>
  )
}

/** The server judges what is entered: it knows which package costs nothing. */
const ANYTHING = z.unknown()

const LIMITS = [
  ['backtestUnits', 'Compute units a month'],
  ['liveSessions', 'Live sessions'],
  ['httpCredits', 'API credits a month'],
  ['sockets', 'API sockets'],
  ['exchangeConnections', 'Exchange connections'],
] as const

interface PackageDialogProps {
  readonly one: PremiumPackage
  readonly onClose: () => void
}

function PackageDialog({ one, onClose }: PackageDialogProps): ReactElement {
  const client = useQueryClient()
  const { id, isForSale: _, stripePlanId, ...shown } = one
  const start = { ...shown, stripePlanId: stripePlanId ?? '' }
  const { form, isBusy, failure, submit } = useAuthForm(ANYTHING, start, async (values) => {
    const body: PackageChanges = { ...values, stripePlanId: values.stripePlanId === '' ? null : values.stripePlanId }
    await call('updatePackage', { params: { id: String(id) }, body })
    toastSuccess(`${values.name} was changed`)
    await Promise.all([
      client.invalidateQueries({ queryKey: packagesQuery.queryKey }),
      client.invalidateQueries({ queryKey: paymentStateQuery.queryKey }),
    ])
    onClose()
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Edit ${one.name}`}
      centered
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <FormFailure text={failure} />
          <Text size="sm" c="dimmed">
            Limits apply immediately to everyone who has this package. Running work is not affected.
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label="Name" {...form.getInputProps('name')} />
            <NumberInput
              label="Price in USD a month"
              min={0}
              allowDecimal={false}
              disabled={id === 0}
              {...form.getInputProps('priceUsd')}
            />
            {LIMITS.map(([name, label]) => (
              <NumberInput
                key={name}
                label={label}
                min={0}
                allowDecimal={false}
                thousandSeparator=","
                {...form.getInputProps(name)}
              />
            ))}
            {id === 0 ? null : (
              <TextInput
                label="Price id at Stripe"
                placeholder="price_"
                spellCheck={false}
                {...form.getInputProps('stripePlanId')}
              />
            )}
          </SimpleGrid>
          <Checkbox
            label="Backtests may use every tick"
            {...form.getInputProps('backtestTick', { type: 'checkbox' })}
          />
          {id === 0 ? null : (
            <Checkbox
              label="Available for purchase and assignment; without it, existing users keep the package"
              {...form.getInputProps('active', { type: 'checkbox' })}
            />
          )}
          <Group justify="flex-end">
            <Button size="sm" variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" size="sm" loading={isBusy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
