'use strict';
const { createStrapi } = require('@strapi/strapi');

createStrapi({ appDir: __dirname, distDir: __dirname })
  .start()
  .then(
    () => console.log(`Listening on http://127.0.0.1:${process.env.PORT}`),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
