import { Stack, Text } from '@mantine/core'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
import { loadModals } from '../../ui/modals.tsx'

/** Shows a link once; nothing can show it again. */
export async function showLink(title: string, text: string, link: string): Promise<void> {
  const modals = await loadModals()
  modals.open({
    title,
    size: 520,
    closeButtonProps: { 'aria-label': 'Close' },
    children: (
      <Stack gap="sm">
        <Text size="sm">{text}</Text>
        <LinkToCopy label="Link" link={link} isFocused />
      </Stack>
    ),
  })
}
