/* global db */
// Run once by the MongoDB image, on an empty volume: the app's user may read and write its own database only.
db.getSiblingDB('speakifyr').createUser({
  user: 'speakifyr',
  pwd: process.env.MONGO_PASSWORD,
  roles: [{ role: 'readWrite', db: 'speakifyr' }],
});
