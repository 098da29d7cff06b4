export default {
  calendar: {
    input: { target: process.env.DOCUMENT },
    output: { mode: "split", target: process.env.MADE + "/calendar.ts", schemas: process.env.MADE + "/model", client: "fetch" },
  },
};
