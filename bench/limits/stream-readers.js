'use strict';
/**
 * Reads many event streams at the least cost. On `{ open, port, head }` it opens that many more and replies `open`; on
 * `{ expect }` it replies `expecting`, and `all` when every stream has received an event with that text; `{ close }`
 * closes all.
 */
const { connect } = require('node:net');

const AT_ONCE = 100;

const sockets = new Set();
let expected = null;
let missing = 0;

process.on('message', async ({ open, port, head, expect, close }) => {
  if (open !== undefined) {
    for (let left = open; left > 0; left -= AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, () => openOne(port, head)));
    process.send('open');
  } else if (expect !== undefined) {
    expected = expect;
    missing = sockets.size;
    for (const socket of sockets) socket.text = '';
    process.send('expecting');
  } else if (close) {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    process.send('closed');
  }
});

function openOne(port, head) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    socket.text = '';
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('data', (text) => {
      socket.text += text;
      if (!sockets.has(socket)) {
        if (!socket.text.includes('retry:')) return;
        if (!socket.text.startsWith('HTTP/1.1 200')) return reject(new Error(socket.text));
        sockets.add(socket);
        resolve();
      } else if (expected !== null && socket.text.includes(expected)) {
        socket.text = '';
        if (--missing === 0) process.send('all');
      }
    });
  });
}
