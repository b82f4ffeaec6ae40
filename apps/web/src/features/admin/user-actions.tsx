import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconDots } from '@tabler/icons-react'
import type { AdminUser } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call, type CallInput } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatCount, formatMinute } from '../../ui/format.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { packagesQuery } from '../../entities/packages/packages-query.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { showLink } from './show-link.tsx'

type Changes = CallInput<'updateUser'>['body']

/** What an administrator can do with one user. */
export function UserActions({ user }: { readonly user: AdminUser }): ReactElement {
  const { id, username, packageId, isAdmin } = user
  const client = useQueryClient()
  const packages = useQuery(packagesQuery).data ?? []
  const update = useMutation({
    mutationFn: (body: Changes) => call('updateUser', { params: { id }, body }),
    onSuccess: () => {
      toastSuccess(`${username} was changed`, id)
      return client.invalidateQueries({ queryKey: ['admin', 'users'] })
    },
    onError: (error) => toastError(errorText(error), id),
  })
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu position="bottom-end" width={250}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${username}`} loading={update.isPending}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Package</Menu.Label>
          {packages
            .filter(({ active, id: one }) => active || one === packageId)
            .map((one) => (
              <Menu.Item
                key={one.id}
                rightSection={one.id === packageId ? <IconCheck size={14} aria-label="assigned" /> : null}
                onClick={() => update.mutate({ packageId: one.id })}
              >
                {one.name}
              </Menu.Item>
            ))}
          <Menu.Item onClick={() => setOpen(true)}>Package and payment</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => update.mutate({ isAdmin: !isAdmin })}>
            {isAdmin ? 'Remove administrator' : 'Make administrator'}
          </Menu.Item>
          <Menu.Item onClick={() => void createResetLink(user)}>Create link for a new password</Menu.Item>
          <Menu.Item onClick={() => void createFactorsLink(user)}>Create link to remove two-factor login</Menu.Item>
          <Menu.Item onClick={() => void signOutEverywhere(user)}>Sign out everywhere</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen ? <PaymentDialog user={user} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

async function createResetLink({ id, username }: AdminUser): Promise<void> {
  try {
    const { link } = await call('resetUserPassword', { params: { id } })
    const text = `With this link, ${username} can choose a new password, once and within an hour.`
    await showLink(`New password for ${username}`, text, link)
  } catch (error) {
    toastError(errorText(error), id)
  }
}

async function createFactorsLink({ id, username }: AdminUser): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Remove two-factor login',
    text: `Only for a person you have verified to be ${username}: the link removes two-factor login and all passkeys. ${username} is notified by mail.`,
    confirm: 'Create link',
    isDestructive: true,
  })
  if (!isSure) return
  try {
    const { link, usable } = await call('removeUserFactors', { params: { id } })
    const text = `With this link, ${username} can log in with only the password again. It works once, for one day starting at ${formatMinute(usable)} UTC.`
    await showLink(`Two-factor login of ${username}`, text, link)
  } catch (error) {
    toastError(errorText(error), id)
  }
}

async function signOutEverywhere({ id, username }: AdminUser): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Sign out everywhere',
    text: `All logins of ${username} end immediately. Unsaved work on open pages may be lost.`,
    confirm: 'Sign out',
    isDestructive: true,
  })
  if (!isSure) return
  try {
    const { logins } = await call('signOutUser', { params: { id } })
    toastSuccess(`${formatCount(logins, 'login')} of ${username} ended`, id)
  } catch (error) {
    toastError(errorText(error), id)
  }
}
