import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../shared/api';
import { CameraError, readCode } from '../../shared/camera';
import { useText } from '../../shared/language';
import { Modal } from '../../shared/modal';

const loadDetector = async () => (await import('qr/decode.js')).BarcodeDetector;

interface Props {
  readonly eventId: string;
  /** The event guest whose pass it is. */
  readonly onFound: (eventGuestId: string) => void;
  readonly onClose: () => void;
}

/** Reads the pass of a guest with the camera, and asks the service whose it is. */
export function ScanPass({ eventId, onFound, onClose }: Props) {
  const { eventGuests: text, common } = useText();
  // There once the dialog has opened, and again after each problem.
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    if (video === null) return;
    const stopping = new AbortController();
    const scan = async () => {
      const code = await readCode(video, stopping.signal, loadDetector);
      if (code === null) return;
      const { data } = await api.events.guests.list(eventId, { code, limit: 1 }, { signal: stopping.signal });
      if (data[0] === undefined) setProblem(text.scanProblems.notInvited);
      else found.current(data[0].id);
    };
    scan().catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      setProblem(text.scanProblems[error instanceof CameraError ? error.problem : 'offline']);
    });
    return () => stopping.abort();
  }, [eventId, video, text]);
  return (
    <Modal opened title={text.scan} onClose={onClose} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        {problem === null ? (
          // What a camera shows has no words.
          <video ref={setVideo} className="door-camera" playsInline muted />
        ) : (
          <>
            <Text role="alert" fw={600}>
              {problem}
            </Text>
            <Button onClick={() => setProblem(null)}>{text.scanAnother}</Button>
          </>
        )}
      </Stack>
    </Modal>
  );
}
