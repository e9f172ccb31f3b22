import '@mantine/core/styles.css';
import { MantineProvider, Title } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** The page's policy allows the styles that Mantine and its modals add by this. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Title order={1}>Tour Events</Title>
    </MantineProvider>
  </StrictMode>,
);
