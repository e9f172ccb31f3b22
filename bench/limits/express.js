'use strict';
/** The same work as the base behind Express, the way its documentation shows it. */
const express = require('express');
const { pooled } = require('./databases');
const { authenticated, createExpense, getExpense, listExpenses } = require('./work');

const database = pooled();
const app = express();
app.disable('x-powered-by');
app.use(express.json());

/** @param {(key: object, request: import('express').Request) => Promise<import('./work').Reply>} work */
const route = (work) => async (request, response) => {
  const { status, body } = await authenticated(database, request.headers.authorization, (key) => work(key, request));
  response.status(status).json(body);
};

app.get(
  '/api/expenses/:id',
  route((key, request) => getExpense(database, key, request.params.id)),
);
app.get(
  '/api/events/:id/expenses',
  route((key, request) => listExpenses(database, key, request.params.id, new URLSearchParams(request.query))),
);
app.post(
  '/api/events/:id/expenses',
  route((key, request) =>
    createExpense(database, key, request.params.id, request.body, {
      ip: request.ip,
      userAgent: request.headers['user-agent'],
    }),
  ),
);

const server = app.listen(0, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${server.address().port}`));
// Exits normally, so that a profile is written.
process.on('SIGTERM', () => process.exit());
