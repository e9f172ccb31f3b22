import './door-links.css';
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import type { CreateAccessLinkResponse, GetEventResponse } from '@tour-events/client';
import { createPortal } from 'react-dom';
import { useText } from '../../shared/language';
import { Modal } from '../../shared/modal';
import { instantWithZone } from '../../shared/time';

interface Props {
  readonly link: CreateAccessLinkResponse;
  readonly event: GetEventResponse;
  readonly onClose: () => void;
}

/** Shows a link and its code, once. A click beside it does not close it. */
export function NewDoorLink({ link, event, onClose }: Props) {
  const { accessLinks: text, common } = useText();
  const { url, qrSvg, name, expiresAt } = link;
  if (url === null || qrSvg === null)
    return (
      <Modal opened onClose={onClose} title={name} closeButtonProps={{ 'aria-label': common.close }}>
        <Alert color="yellow">{text.gone}</Alert>
      </Modal>
    );
  const image = `data:image/svg+xml,${encodeURIComponent(qrSvg)}`;
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={name}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        <Text size="sm">{text.once}</Text>
        <img className="door-link-code" src={image} width={220} height={220} alt={text.qrCode} />
        <Code block className="wrapped-code">
          {url}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? common.copied : common.copy}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={() => window.print()}>
            {text.print}
          </Button>
          <Button onClick={onClose}>{text.done}</Button>
        </Group>
      </Stack>
      {createPortal(
        <section className="door-link-sheet" aria-hidden>
          <h1>{event.name}</h1>
          <h2>{name}</h2>
          <img src={image} alt="" />
          <p>{text.howTo}</p>
          <p>
            {text.until} {instantWithZone(expiresAt, event.timezone)}
          </p>
        </section>,
        document.body,
      )}
    </Modal>
  );
}
