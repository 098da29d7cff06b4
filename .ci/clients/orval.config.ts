export default {
  calendar: {
    input: { target: process.env.DOCUMENT },
    output: {
      mode: "split",
      target: process.env.MADE + "/calendar.ts",
      schemas: process.env.MADE + "/model",
      client: "fetch",
      // A body that is a form or a file it would send as JSON.
      override: { contentType: { include: ["application/json", "multipart/form-data"] } },
    },
  },
};
