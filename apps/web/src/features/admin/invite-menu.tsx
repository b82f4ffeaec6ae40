import { Button, Menu, Stack, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatCount } from '../../ui/format.ts'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
import { loadModals } from '../../ui/modals.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'

/** Lets somebody in where not everybody may register, and takes that back. */
export function InviteMenu(): ReactElement {
  const inviting = useMutation({
    mutationFn: () => call('inviteUser', {}),
    onSuccess: ({ link }) => showInvitation(link),
    onError: (error) => toastError(errorText(error)),
  })
  const withdrawing = useMutation({
    mutationFn: () => call('withdrawInvitations', {}),
    onSuccess: ({ invitations }) => toastSuccess(`${formatCount(invitations, 'invitation')} withdrawn`),
    onError: (error) => toastError(errorText(error)),
  })
  const withdraw = async (): Promise<void> => {
    const text = 'Unused links will stop working.'
    const question = { title: 'Withdraw invitations?', text, confirm: 'Withdraw', isDestructive: true }
    if (await askToConfirm(question)) withdrawing.mutate()
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUserPlus size={14} aria-hidden />}
          loading={inviting.isPending || withdrawing.isPending}
        >
          Invite
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => inviting.mutate()}>Create link for one user</Menu.Item>
        <Menu.Item color="red" onClick={() => void withdraw()}>
          Withdraw unused links
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

async function showInvitation(link: string): Promise<void> {
  const modals = await loadModals()
  modals.open({
    title: 'Invitation',
    size: 520,
    closeButtonProps: { 'aria-label': 'Close' },
    children: (
      <Stack gap="sm">
        <Text size="sm">One person can register with this link, within 7 days.</Text>
        <LinkToCopy label="Link" link={link} isFocused />
      </Stack>
    ),
  })
}
